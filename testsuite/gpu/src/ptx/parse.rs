//! A module's items: variables and functions, in two passes, since bodies name what comes later.

use super::code::Function;
use super::directives::{self, Head, place};
use super::lex::{self, Token, Word};
use super::statements::Cursor;
use super::{Module, ParseError, decode, pressure};
use std::collections::HashMap;

/// Names of the module's scope.
#[derive(Debug, Default)]
pub struct Names {
    pub variables: HashMap<String, usize>,
    pub functions: HashMap<String, usize>,
}

struct Body<'t> {
    index: usize,
    head: Head,
    tokens: &'t [Token],
}

pub fn module(text: &str) -> Result<Module, ParseError> {
    let tokens = lex::tokens(text)?;
    let mut module = Module {
        lines: text.lines().map(str::to_string).collect(),
        ..Module::default()
    };
    let mut names = Names::default();
    let mut bodies = vec![];
    let mut cursor = Cursor::new(&tokens);
    let mut versioned = false;
    while let Some(token) = cursor.peek() {
        match token.name() {
            Some(".version") => {
                cursor.next();
                cursor.rest_of_line();
                versioned = true;
            }
            Some(".target") => {
                cursor.next();
                module.target = target(cursor.rest_of_line());
            }
            Some(".address_size") => {
                cursor.next();
                cursor.rest_of_line();
            }
            Some(".file") => {
                cursor.next();
                file(cursor.rest_of_line(), &mut module);
            }
            Some(".section") => {
                while cursor.peek().is_some_and(|t| !t.is('{')) {
                    cursor.next();
                }
                cursor.expect('{')?;
                cursor.until('}')?;
            }
            Some(".pragma") => {
                cursor.until(';')?;
            }
            Some(_) => item(&mut cursor, &mut module, &mut names, &mut bodies)?,
            None => return Err(cursor.error("a directive is missing")),
        }
    }
    if !versioned {
        return Err(ParseError::new(1, "`.version` is missing"));
    }
    for body in bodies {
        decode::function(&mut module, &mut names, body.index, &body.head, body.tokens)?;
        let function = &mut module.functions[body.index];
        function.need = pressure::of(function);
    }
    Ok(module)
}

fn target(words: &[Token]) -> u32 {
    let name = words.first().and_then(Token::name).unwrap_or_default();
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

fn file(words: &[Token], module: &mut Module) {
    if let [number, name, ..] = words {
        let number = number.name().and_then(|n| n.parse().ok());
        if let (Some(number), Word::Text(name)) = (number, &name.word) {
            module.files.insert(number, name.clone());
        }
    }
}

fn item<'t>(
    cursor: &mut Cursor<'t>,
    module: &mut Module,
    names: &mut Names,
    bodies: &mut Vec<Body<'t>>,
) -> Result<(), ParseError> {
    let mut ahead = 0;
    let is_function = loop {
        match cursor.ahead(ahead).and_then(Token::name) {
            Some(".func" | ".entry") => break true,
            Some(".global" | ".const" | ".shared") => break false,
            Some(_) => ahead += 1,
            None => return Err(cursor.error("a declaration is not understood")),
        }
    };
    if !is_function {
        let variable = directives::variable(cursor.until(';')?)?;
        names
            .variables
            .insert(variable.name.clone(), module.variables.len());
        module.variables.push(variable);
        return Ok(());
    }
    let head_tokens = cursor.until_any(&['{', ';'])?;
    let head = directives::head(head_tokens)?;
    let defined = cursor.take('{');
    let index = *names.functions.entry(head.name.clone()).or_insert_with(|| {
        module.functions.push(Function::default());
        module.functions.len() - 1
    });
    declare(&mut module.functions[index], &head);
    if defined {
        module.functions[index].defined = true;
        bodies.push(Body {
            index,
            head,
            tokens: cursor.until('}')?,
        });
    } else {
        cursor.expect(';')?;
    }
    Ok(())
}

fn declare(function: &mut Function, head: &Head) {
    function.name = head.name.clone();
    function.entry = head.entry;
    function.max_threads = head.max_threads.or(function.max_threads);
    function.max_registers = head.max_registers.or(function.max_registers);
    let mut end = 0;
    function.params = head.params.iter().map(|p| place(p, &mut end)).collect();
    function.param_bytes = end;
    function.returns = head.returns.iter().map(|p| place(p, &mut end)).collect();
    function.frame_param_bytes = if head.entry { 0 } else { end };
}
