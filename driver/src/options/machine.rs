//! `--acc-machine`: the model of the machine that decisions are made for (`lowering/src/machine/`).

use accrs_lowering::machine::{BUILT_IN, BuiltIn, Machine, lines};

/// The model that names and files (`list`, with commas) make together, each over those before it. Below them stand the models of the GPU that kernels are
/// compiled for, if one is named, and of the host.
///
/// # Errors
/// A name that nobody knows, a file that can't be read, or what is wrong in it and where.
pub fn of(list: Option<&str>, arch: Option<&str>) -> Result<Machine, String> {
    let mut machine = Machine::default();
    let known = [arch, Some(std::env::consts::ARCH)].into_iter().flatten();
    for model in known.filter_map(BuiltIn::named) {
        machine = built_in(machine, model)?;
    }
    for name in list.iter().flat_map(|l| l.split(',')).map(str::trim) {
        machine = match BuiltIn::named(name) {
            Some(model) => built_in(machine, model)?,
            None if is_file(name) => {
                let text = std::fs::read_to_string(name)
                    .map_err(|e| format!("--acc-machine: '{name}' can't be read: {e}"))?;
                machine.with(name, &text).map_err(|e| e.to_string())?
            }
            None => {
                let names = BUILT_IN.iter().map(BuiltIn::line);
                return Err(format!(
                    "unknown machine '{name}' in --acc-machine: {} are built in, and a file's name ends in .toml",
                    names.collect::<Vec<_>>().join(" and ")
                ));
            }
        };
    }
    Ok(machine)
}

/// The models of a list that are files.
pub fn files(list: Option<&str>) -> impl Iterator<Item = &str> {
    let names = list.into_iter().flat_map(|l| l.split(',')).map(str::trim);
    names.filter(|name| BuiltIn::named(name).is_none() && is_file(name))
}

fn built_in(machine: Machine, model: &BuiltIn) -> Result<Machine, String> {
    machine.with_built_in(model).map_err(|e| e.to_string())
}

fn is_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains('/')
}

/// What is built in, and its numbers.
pub fn help() -> String {
    let mut text = String::new();
    for model in BUILT_IN {
        text.push_str(&model.line());
        text.push('\n');
    }
    text.push('\n');
    text + &lines(&Machine::default())
}
