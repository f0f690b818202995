//! The arguments of `printf` as CUDA's own takes them. Of C's length modifiers it knows `h`, `l` and `ll` alone (CUDA C++ Programming Guide, "Formatted
//! Output"): what it doesn't know shifts the arguments behind it, and a string among those is read from anywhere.

use crate::print::Printer;
use crate::print::expr::UNARY;
use accrs_frontend::region::{Expr, ExprKind};

/// A format for CUDA, and the argument behind it, counted from 0, that each of these types is for.
#[derive(Debug, PartialEq)]
struct Format {
    text: String,
    casts: Vec<(usize, &'static str)>,
}

impl Printer<'_> {
    /// The arguments of a call of `printf`. A format that isn't a literal stays as it is.
    pub(super) fn printf_arguments(&self, args: &[Expr]) -> Vec<String> {
        let mut all: Vec<String> = args.iter().map(|a| self.own_string(a)).collect();
        let literal = args.first().map(|f| &f.strip_implicit().kind);
        if let (Some(ExprKind::StringLit { text }), Some(first)) = (literal, all.first_mut()) {
            let format = for_cuda(text);
            *first = format.text;
            for (n, ty) in format.casts {
                if let (Some(to), Some(e)) = (all.get_mut(n + 1), args.get(n + 1)) {
                    *to = format!("({ty}){}", self.operand(e, UNARY));
                }
            }
        }
        all
    }
}

/// Takes the modifiers away that CUDA lacks. `z`, `j` and `t` are all as long as `l` on the 64-bit machines that there are; a `char`
/// or `short` comes as an `int`, so what `hh` and `h` do to its value is a cast.
fn for_cuda(text: &str) -> Format {
    let (mut out, mut casts, mut argument) = (String::new(), Vec::new(), 0);
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, conversion) = rest.split_at(at + 1);
        out.push_str(before);
        let end = conversion.find(|c: char| !"-+ #0123456789.*'".contains(c));
        let (flags, tail) = conversion.split_at(end.unwrap_or(conversion.len()));
        argument += flags.matches('*').count();
        let end = tail
            .find(|c: char| !"hlzjtLq".contains(c))
            .unwrap_or(tail.len());
        let (length, tail) = tail.split_at(end);
        let kind = tail.chars().next();
        let unsigned = matches!(kind, Some('o' | 'u' | 'x' | 'X'));
        out.push_str(flags);
        match (length, unsigned) {
            ("hh", true) => casts.push((argument, "unsigned char")),
            ("hh", false) => casts.push((argument, "signed char")),
            ("h", true) => casts.push((argument, "unsigned short")),
            ("h", false) => casts.push((argument, "short")),
            ("z" | "j" | "t", _) => out.push('l'),
            ("q", _) => out.push_str("ll"),
            _ => out.push_str(length),
        }
        // `%%` has no argument.
        let taken = kind.map_or(0, char::len_utf8);
        out.push_str(&tail[..taken]);
        argument += usize::from(kind.is_some_and(|k| k != '%'));
        rest = &tail[taken..];
    }
    out.push_str(rest);
    Format { text: out, casts }
}

#[cfg(test)]
mod tests {
    use super::{Format, for_cuda};

    fn format(text: &str, casts: &[(usize, &'static str)]) -> Format {
        Format {
            text: text.into(),
            casts: casts.into(),
        }
    }

    #[test]
    fn modifiers_that_cuda_lacks_go() {
        let plain = "\"%d %5.2f %c %lu %#x %lld %%\\n\"";
        assert_eq!(for_cuda(plain), format(plain, &[]));
        let all = for_cuda("\"100%% %hhd %-4hd %s %zu %jd %td %hhx %qd\"");
        let casts = [(0, "signed char"), (1, "short"), (6, "unsigned char")];
        assert_eq!(
            all,
            format("\"100%% %d %-4d %s %lu %ld %ld %x %lld\"", &casts)
        );
    }

    #[test]
    fn widths_take_arguments() {
        let stars = for_cuda("\"%*d %.*hhu %\"");
        assert_eq!(stars, format("\"%*d %.*u %\"", &[(3, "unsigned char")]));
    }
}
