! gfortran -o use use.f90 scale.o $(pkg-config --libs accrs)
program use_scale
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    function scale_c(n, a, x) bind(c, name="scale")
      import :: c_int, c_double
      integer(c_int), value :: n
      real(c_double), value :: a
      real(c_double), intent(inout) :: x(*)
      real(c_double) :: scale_c
    end function
  end interface
  real(c_double) :: x(1000), total
  integer :: i
  x = [(real(i, c_double), i = 1, 1000)]
  total = scale_c(1000_c_int, 2.0_c_double, x)
  print '(i0,1x,i0)', nint(total), nint(x(1000))
end program
