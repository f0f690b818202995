//! The part of the registration record for variables that live on the device for the whole program.

use super::Host;
use crate::plan::Global;
use crate::render::text::c_string;
use accrs_frontend::directive::DataKind;

impl Host<'_> {
    /// Initialisers of `__accrs_global`, in the order of the plan.
    pub(super) fn globals(&self) -> Vec<String> {
        if !self.options.device() {
            return Vec::new();
        }
        self.plan.globals.iter().map(|g| self.global(g)).collect()
    }

    fn global(&self, g: &Global) -> String {
        let var = self.unit.var(g.var);
        let types = &self.unit.types;
        let kind = match g.kind {
            DataKind::Copyin => "__ACCRS_COPYIN",
            DataKind::Link => "__ACCRS_LINK",
            DataKind::Deviceptr => "__ACCRS_DEVICEPTR",
            DataKind::DeviceResident => "__ACCRS_DEVICE_RESIDENT",
            _ if g.zero => "__ACCRS_CREATE_ZERO",
            _ => "__ACCRS_CREATE",
        };
        let mut elem = var.ty;
        while let Some(inner) = types.pointee(elem).filter(|_| types.is_array(elem)) {
            elem = inner;
        }
        let of = self.elements_of(var.ty, String::new());
        let of = of.map_or("0".into(), |text| c_string(text.as_bytes()));
        let cells = self
            .kernels
            .is_some_and(|k| k.cells.is_some() || k.exports.cells.is_some());
        format!(
            "{}, {}, {}, {kind}, (void *)&{}, sizeof({}), {of}, {}, {}",
            c_string(var.name.as_bytes()),
            c_string(g.file.as_bytes()),
            g.line,
            var.name,
            var.name,
            u8::from(types.qualifiers(elem).is_const),
            u8::from(cells && g.in_functions)
        )
    }

    /// The descriptors of the kernels that fill in the cells. Each parameter is an address.
    pub(super) fn cells_descriptor(&self) -> String {
        let Some(kernels) = self.kernels else {
            return String::new();
        };
        let n = self.plan.globals.iter().filter(|g| g.in_functions).count();
        let one = |name: &str| {
            format!(
                "static const __accrs_kernel __accrs_kernel_{name} = {{ \"{name}\", \"\", {{ 0 }}, 0, 0, {n} }};\n"
            )
        };
        let names = kernels.cells.iter().chain(&kernels.exports.cells);
        names.map(|name| one(name)).collect()
    }
}
