//! What ptxas says of each kernel it makes machine code of, in NVRTC's log: `--ptxas-options=-v`.
//!
//! ```text
//! ptxas info    : Compiling entry function 'sum_main_4' for 'sm_90'
//! ptxas info    : Function properties for sum_main_4
//! ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//! ptxas info    : Used 28 registers, used 1 barriers, 8194 bytes smem
//! ```

use indexmap::IndexMap;
use serde::Serialize;

/// What a kernel takes, for each thread unless it says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    pub registers: u32,
    pub barriers: u32,
    /// Local memory, in bytes: arrays, what is spilled.
    pub local: u32,
    /// Bytes.
    pub spill_stores: u32,
    pub spill_loads: u32,
    /// Static shared memory of a block, in bytes.
    pub shared: u32,
}

/// By the kernels' names, in the order of the log.
pub fn read(log: &str) -> IndexMap<String, Usage> {
    let mut all: IndexMap<String, Usage> = IndexMap::new();
    // Functions that a kernel calls tell of themselves too.
    let mut own = false;
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or(rest);
            all.insert(name.to_string(), Usage::default());
        } else if let Some((_, name)) = line.split_once("Function properties for ") {
            own = all.last().is_some_and(|(kernel, _)| kernel == name.trim());
        } else if let Some((_, usage)) = all.last_mut() {
            match line.split_once(": Used ") {
                Some((_, list)) => usage.add(list),
                None if own && line.contains("bytes stack frame") => usage.add(line),
                None => {}
            }
        }
    }
    all
}

impl Usage {
    fn add(&mut self, list: &str) {
        for item in list.split(',') {
            let item = item
                .trim_start_matches("ptxas")
                .trim_start_matches([' ', '.']);
            let item = item.strip_prefix("used ").unwrap_or(item);
            let Some((number, what)) = item.split_once(' ') else {
                continue;
            };
            let Ok(number) = number.parse() else {
                continue;
            };
            let slot = match what {
                "registers" => &mut self.registers,
                "barriers" => &mut self.barriers,
                "bytes stack frame" => &mut self.local,
                "bytes spill stores" => &mut self.spill_stores,
                "bytes spill loads" => &mut self.spill_loads,
                "bytes smem" => &mut self.shared,
                _ => continue,
            };
            *slot = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'a_4' for 'sm_90'
ptxas info    : Function properties for a_4
ptxas         .     16 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads
ptxas info    : Used 28 registers, used 1 barriers, 8194 bytes smem, 400 bytes cmem[0]
ptxas info    : Compile time = 113.284 ms
ptxas info    : Compiling entry function 'b_9' for 'sm_90'
ptxas info    : Function properties for b_9
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for helper
ptxas         .     40 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers
";

    #[test]
    fn a_line_of_each_kernel() {
        let all = read(LOG);
        assert_eq!(all.keys().collect::<Vec<_>>(), ["a_4", "b_9"]);
        let a = Usage {
            registers: 28,
            barriers: 1,
            local: 16,
            spill_stores: 4,
            spill_loads: 8,
            shared: 8194,
        };
        assert_eq!(all["a_4"], a);
        let b = Usage {
            registers: 8,
            ..Usage::default()
        };
        assert_eq!(all["b_9"], b);
    }
}
