//! The kernels' assembler text beside the host's, in one file: `-S`.
//!
//! What the object's joining does is done to the text. Each name that the kernels' text defines and does not
//! export gets an end of its own, so that it clashes with none of the host's, and is local; the kernels' constants
//! and globals get sections of their own. The syntax is GNU as's.

use std::collections::HashSet;

/// Ends what is the kernels' own; no name in C has a dot.
const OWN: &str = ".sim";

/// `host`, followed by `kernels`.
pub fn join(host: &str, kernels: &str) -> String {
    let mut text = host.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    if text.contains(".intel_syntax") {
        text.push_str("\t.att_syntax prefix\n");
    }
    text.push_str(&isolate(kernels));
    text
}

/// The section that stands in for one of the kernels' data: the runtime tells by it whose they are.
fn section(name: &str) -> Option<&'static str> {
    Some(match name {
        ".rodata" => "accrs_sim_rodata,\"a\",%progbits",
        ".data" | ".data.rel.local" | ".data.rel.ro.local" => "accrs_sim_data,\"aw\",%progbits",
        ".bss" => BSS,
        _ => return None,
    })
}
const BSS: &str = "accrs_sim_bss,\"aw\",%nobits";

fn isolate(text: &str) -> String {
    let own = own_names(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut left_out = false;
    for line in text.lines() {
        let (word, rest) = statement(line);
        let name = rest.split([',', ' ', '\t']).next().unwrap_or("");
        match word {
            ".section" | ".data" | ".bss" | ".text" => {
                // The processor's properties are those that the host text has.
                left_out = name == ".note.gnu.property";
                let of = if word == ".section" { name } else { word };
                match section(of) {
                    _ if left_out => {}
                    Some(section) => out.push_str(&format!("\t.section\t{section}\n")),
                    None => out.push_str(&format!("{}\n", without_group(line))),
                }
            }
            _ if left_out => {}
            ".file" | ".ident" => {}
            ".globl" | ".weak" | ".hidden" | ".local" if own.contains(name) => {}
            ".comm" if own.contains(name) => out.push_str(&zeros(rest)),
            _ => {
                renamed(line, &own, &mut out);
                out.push('\n');
            }
        }
    }
    out
}

/// A statement's first word, and what follows.
fn statement(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once([' ', '\t']) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    }
}

/// Names that the text defines for itself alone.
fn own_names(text: &str) -> HashSet<&str> {
    let (mut defined, mut exported, mut hidden) = (HashSet::new(), HashSet::new(), HashSet::new());
    for line in text.lines() {
        if let Some((label, _)) = line.split_once(':')
            && !label.is_empty()
            && label.bytes().all(is_name)
        {
            defined.insert(label);
        }
        let (word, rest) = statement(line);
        let name = rest.split(',').next().unwrap_or("");
        match word {
            ".comm" | ".set" | ".equ" => drop(defined.insert(name)),
            ".globl" | ".weak" => drop(exported.insert(name)),
            ".hidden" => drop(hidden.insert(name)),
            _ => {}
        }
    }
    defined.retain(|name| hidden.contains(name) || !exported.contains(name));
    defined
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.$".contains(&byte) || !byte.is_ascii()
}

/// A group of functions that several files may hold is each file's own, as its names are.
fn without_group(line: &str) -> String {
    match line.split_once("\"axG\"").or(line.split_once("\"aG\"")) {
        Some((before, after)) => {
            let kind = after.split(',').nth(1).unwrap_or("%progbits");
            let flags = if line.contains("\"axG\"") { "ax" } else { "a" };
            format!("{before}\"{flags}\",{kind}")
        }
        None => line.to_string(),
    }
}

/// `.comm name,size,align`, in the kernels' own section.
fn zeros(rest: &str) -> String {
    let mut words = rest.split(',').map(str::trim);
    let mut next = || words.next().filter(|w| !w.is_empty());
    let (name, size) = (next().unwrap_or(""), next().unwrap_or("0"));
    let align = next().unwrap_or("16");
    format!(
        "\t.pushsection\t{BSS}\n\t.balign\t{align}\n\t.type\t{name}{OWN}, %object\n\t.size\t{name}{OWN}, {size}\n\
         {name}{OWN}:\n\t.zero\t{size}\n\t.popsection\n"
    )
}

/// Appends the line with the own names in it renamed. Strings, registers and modifiers (`@PLT`) stay.
fn renamed(line: &str, own: &HashSet<&str>, out: &mut String) {
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at = (at + 1).min(bytes.len());
            out.push_str(&line[start..at]);
        } else if is_name(bytes[at]) && bytes[at] != b'$' {
            while at < bytes.len() && is_name(bytes[at]) {
                at += 1;
            }
            let word = &line[start..at];
            out.push_str(word);
            let marked = start > 0 && b"%@".contains(&bytes[start - 1]);
            if !marked && (own.contains(word) || word.starts_with(".L")) {
                out.push_str(OWN);
            }
        } else {
            at += 1;
            out.push_str(&line[start..at]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn what_is_not_exported_becomes_local() {
        let text = "\t.file\t\"a.cpp\"\n\t.text\n\t.globl\tkernel\n\t.hidden\tkernel\n\t.type\tkernel, @function\n\
                    kernel:\n.L3:\n\tcall\tprintf@PLT\n\tmovl\tcount(%rip), %eax\n\tleaq\t.LC0(%rip), %rdi\n\tjmp\t.L3\n\
                    \t.size\tkernel, .-kernel\n\t.section\t.text._Z1fv,\"axG\",@progbits,_Z1fv,comdat\n\t.weak\t_Z1fv\n\
                    \t.hidden\t_Z1fv\n_Z1fv:\n\tret\n\t.section\t.rodata\n.LC0:\n\t.string\t\"kernel .L3: \\\"kernel\"\n\
                    \t.local\tcount\n\t.comm\tcount,4,4\n\t.globl\ttable\n\t.section\t.data.rel.ro.local,\"aw\"\ntable:\n\
                    \t.quad\tkernel\n\t.weak\t__start_x\n\t.hidden\t__start_x\n\
                    \t.section\t.note.gnu.property,\"a\"\n\t.long\t1\n\t.section\t.note.GNU-stack,\"\",@progbits\n";
        expect![[r#"
            	.text
            	.type	kernel.sim, @function
            kernel.sim:
            .L3.sim:
            	call	printf@PLT
            	movl	count.sim(%rip), %eax
            	leaq	.LC0.sim(%rip), %rdi
            	jmp	.L3.sim
            	.size	kernel.sim, .-kernel.sim
            	.section	.text._Z1fv,"ax",@progbits
            _Z1fv.sim:
            	ret
            	.section	accrs_sim_rodata,"a",%progbits
            .LC0.sim:
            	.string	"kernel .L3: \"kernel"
            	.pushsection	accrs_sim_bss,"aw",%nobits
            	.balign	4
            	.type	count.sim, %object
            	.size	count.sim, 4
            count.sim:
            	.zero	4
            	.popsection
            	.globl	table
            	.section	accrs_sim_data,"aw",%progbits
            table:
            	.quad	kernel.sim
            	.weak	__start_x
            	.hidden	__start_x
            	.section	.note.GNU-stack,"",@progbits
        "#]]
        .assert_eq(&isolate(text));
    }

    #[test]
    fn the_other_syntax_is_left() {
        assert_eq!(
            join("\t.intel_syntax noprefix", "\tret\n"),
            "\t.intel_syntax noprefix\n\t.att_syntax prefix\n\tret\n"
        );
    }
}
