//! Tiles of rows and lanes, and what is left of them at the ends of rows and columns.

use super::super::lines::Lines;
use super::Nest;
use super::packs::Packs;
use super::tile::{Padding, Tile};
use crate::plan::{TileLanes, TileRows};
use crate::render::RenderError;

impl Nest<'_> {
    /// Tiles of rows and lanes.
    pub(super) fn rectangles(
        &self,
        out: &mut Lines,
        threads: Option<&str>,
        rows: &TileRows,
        lanes: &TileLanes,
    ) -> Result<(), RenderError> {
        let (i_from, i_end) = self.range(&rows.head, out)?;
        let (j_from, j_end) = match lanes.slanted {
            false => self.range(&lanes.head, out)?,
            true => self.widest(rows, lanes, (&i_from, &i_end), out)?,
        };
        let (i_tile, j_tile) = (
            self.name(rows.head.var, "tile"),
            self.name(lanes.head.var, "tile"),
        );
        let (height, wide) = (rows.number, lanes.number());
        let over_columns =
            format!("for (long {j_tile} = {j_from}; {j_tile} < {j_end}; {j_tile} += {wide})");
        let packs = Packs::of(self, lanes, (&j_tile, &j_end))?;
        let around = out.depth();
        let of_part = if packs.is_empty() {
            // Where rows are of different lengths, so are the tiles' numbers of iterations.
            let schedule = if lanes.slanted {
                "dynamic, 16"
            } else {
                "static"
            };
            self.pragma(out, threads, 2, schedule);
            out.open(over_columns);
            (i_from, i_end)
        } else {
            let ends = [i_from.as_str(), &i_end, &j_from, &j_end];
            self.columns(out, threads, (rows, lanes), ends, &over_columns, &packs)
        };
        out.open(format!(
            "for (long {i_tile} = {}; {i_tile} < {}; {i_tile} += {height}) {{",
            of_part.0, of_part.1
        ));
        let mut whole = self.is_whole(rows, lanes, (&i_tile, &of_part.1), (&j_tile, &j_end))?;
        whole.splice(0..0, packs.are_there());
        out.open(format!("if ({}) {{", whole.join(" && ")));
        self.constant(out, &rows.head, &i_tile);
        self.constant(out, &lanes.head, &j_tile);
        let tile = Tile::vectors(self.unit, self.b, height, lanes.vectors);
        tile.with(packs.places(lanes, None)).print(out)?;
        let ends = [i_tile.as_str(), &of_part.1, &j_tile, &j_end];
        if self.b.padded {
            out.close(&match packs.are_there().as_slice() {
                [] => "} else {".into(),
                there => format!("}} else if ({}) {{", there.join(" && ")),
            });
            out.indent();
            self.padded(out, rows, lanes, ends, &packs)?;
        }
        if !self.b.padded || !packs.is_empty() {
            out.close("} else {");
            out.indent();
            self.row_for_row(out, rows, lanes, ends, &packs)?;
        }
        for _ in 0..2 {
            out.close("}");
        }
        if packs.is_empty() {
            out.dedent();
            return Ok(());
        }
        out.close("}");
        if threads.is_some() {
            out.dedent();
        }
        packs.free(out);
        while out.depth() > around {
            out.close("}");
        }
        Ok(())
    }

    /// The loop over columns, and over parts of their rows where threads share them, with the copies that the thread makes of the columns. Returns
    /// where the rows of a part begin and end.
    fn columns(
        &self,
        out: &mut Lines,
        threads: Option<&str>,
        (rows, lanes): (&TileRows, &TileLanes),
        [i_from, i_end, j_from, j_end]: [&str; 4],
        over_columns: &str,
        packs: &Packs,
    ) -> (String, String) {
        let of_rows = |ending| self.name(rows.head.var, ending);
        out.open("{");
        let Some(condition) = threads else {
            packs.declare(out);
            out.open(format!("{over_columns} {{"));
            packs.fill(out, j_end);
            return (i_from.into(), i_end.into());
        };
        let [part, last, size] = ["part", "last", "size"].map(of_rows);
        let (height, wide) = (rows.number, lanes.number());
        out.line(format!(
            "const long {size} = __accrs_part({i_end} - {i_from}, {height}, ({j_end} - {j_from} + {}) / {wide});",
            wide - 1
        ));
        out.flush_left(format!("#pragma omp parallel{condition}"));
        out.open("{");
        packs.declare(out);
        out.flush_left("#pragma omp for collapse(2) schedule(dynamic) nowait");
        out.open(over_columns);
        out.open(format!(
            "for (long {part} = {i_from}; {part} < {i_end}; {part} += {size}) {{"
        ));
        packs.fill(out, j_end);
        out.line(format!(
            "const long {last} = {part} + {size} < {i_end} ? {part} + {size} : {i_end};"
        ));
        (part, last)
    }

    /// A tile of which not all is there, vector by vector.
    fn padded(
        &self,
        out: &mut Lines,
        rows: &TileRows,
        lanes: &TileLanes,
        [i_tile, i_end, j_tile, j_end]: [&str; 4],
        packs: &Packs,
    ) -> Result<(), RenderError> {
        let j_at = self.name(lanes.head.var, "at");
        let (width, wide) = (lanes.width, lanes.number());
        out.open(format!(
            "for (long {j_at} = {j_tile}; {j_at} < {j_end} && {j_at} < {j_tile} + {wide}; {j_at} += {width}) {{"
        ));
        let padding = self.padding(rows, lanes, [i_tile, i_end, &j_at, j_end], out)?;
        self.constant(out, &lanes.head, &j_at);
        let column = format!("({j_at} - {j_tile})");
        let tile = Tile::vectors(self.unit, self.b, rows.number, 1).padded(padding);
        tile.with(packs.places(lanes, Some(column))).print(out)?;
        out.close("}");
        Ok(())
    }

    /// A tile of which not all is there, or without copies, row for row.
    fn row_for_row(
        &self,
        out: &mut Lines,
        rows: &TileRows,
        lanes: &TileLanes,
        [i_tile, i_end, j_tile, j_end]: [&str; 4],
        packs: &Packs,
    ) -> Result<(), RenderError> {
        let (i_row, height) = (self.name(rows.head.var, "row"), rows.number);
        out.open(format!(
            "for (long {i_row} = {i_tile}; {i_row} < {i_tile} + {height} && {i_row} < {i_end}; {i_row}++) {{"
        ));
        self.constant(out, &rows.head, &i_row);
        let (from, end) = match lanes.slanted {
            false => (j_tile.to_string(), j_end.to_string()),
            true => {
                let (from, end) = self.bounds(&lanes.head, None)?;
                (format!("{j_tile} > {from} ? {j_tile} : {from}"), end)
            }
        };
        self.rest(out, lanes, (&from, &end, j_tile), packs)?;
        out.close("}");
        Ok(())
    }

    /// Names the rows and columns of a vector of each row, where not all of a tile is there: those that aren't are taken for the nearest ones that are.
    /// Vectors of which nothing is there are passed over.
    fn padding(
        &self,
        rows: &TileRows,
        lanes: &TileLanes,
        [i_tile, i_end, j_at, j_end]: [&str; 4],
        out: &mut Lines,
    ) -> Result<Padding, RenderError> {
        let (height, width) = (rows.number, lanes.width);
        let of_rows = |ending: &str| self.name(rows.head.var, ending);
        let (first, last) = (of_rows("first"), of_rows("last_row"));
        let constant = if lanes.slanted { "" } else { "const " };
        out.line(format!(
            "{constant}long {last} = ({i_tile} + {height} < {i_end} ? {i_tile} + {height} : {i_end}) - 1;"
        ));
        if lanes.slanted {
            out.line(format!("long {first} = {i_tile};"));
            for (row, step) in [(&first, "++"), (&last, "--")] {
                let (from, end) = self.bounds(&lanes.head, Some((rows.head.var, row)))?;
                out.line(format!(
                    "while ({first} <= {last} && !({from} < {end} && {from} < {j_at} + {width} && {j_at} < {end})) {row}{step};"
                ));
            }
            out.line(format!("if ({first} > {last}) continue;"));
        }
        let mut padding = Padding {
            tile: i_tile.into(),
            rows: Vec::new(),
            columns: Vec::new(),
        };
        let [row_type, column_type] =
            [&rows.head, &lanes.head].map(|h| self.printer().type_name(self.unit.var(h.var).ty));
        let last_column = self.name(lanes.head.var, "last_column");
        if !lanes.slanted {
            out.line(format!("const {column_type} {last_column} = {j_end} - 1;"));
        }
        for at in 0..height {
            let name = of_rows(&format!("row_{at}"));
            let row = match at {
                0 => i_tile.to_string(),
                n => format!("{i_tile} + {n}"),
            };
            let upper = format!("{row} < {last} ? {row} : {last}");
            let value = match lanes.slanted {
                true => format!("{row} < {first} ? {first} : {upper}"),
                false => upper,
            };
            out.line(format!("const {row_type} {name} = {value};"));
            if lanes.slanted {
                let (from, end) = self.bounds(&lanes.head, Some((rows.head.var, &name)))?;
                let [first, last] =
                    ["first", "last"].map(|e| self.name(lanes.head.var, &format!("{e}_{at}")));
                out.line(format!(
                    "const {column_type} {first} = {from} < {j_at} ? {j_at} : {from};"
                ));
                out.line(format!(
                    "const {column_type} {last} = ({end} < {j_at} + {width} ? {end} : {j_at} + {width}) - 1;"
                ));
                padding.columns.push((Some(first), last));
            } else {
                padding.columns.push((None, last_column.clone()));
            }
            padding.rows.push(name);
        }
        Ok(padding)
    }

    /// The conditions that all of a tile's iterations are there.
    fn is_whole(
        &self,
        rows: &TileRows,
        lanes: &TileLanes,
        (i_tile, i_end): (&str, &str),
        (j_tile, j_end): (&str, &str),
    ) -> Result<Vec<String>, RenderError> {
        let (height, wide) = (rows.number, lanes.number());
        let mut whole = vec![format!("{i_tile} + {height} <= {i_end}")];
        if !lanes.slanted {
            whole.push(format!("{j_tile} + {wide} <= {j_end}"));
            return Ok(whole);
        }
        // The bounds are linear in the row: what holds for the first and the last holds for all.
        let mut ends = vec![i_tile.to_string()];
        if height > 1 {
            ends.push(format!("({i_tile} + {})", height - 1));
        }
        for row in ends {
            let (from, end) = self.bounds(&lanes.head, Some((rows.head.var, &row)))?;
            whole.push(format!("{from} <= {j_tile}"));
            whole.push(format!("{j_tile} + {wide} <= {end}"));
        }
        Ok(whole)
    }

    /// Likewise of lanes whose range differs from row to row: from where the first of them begins to where the last one ends.
    fn widest(
        &self,
        rows: &TileRows,
        lanes: &TileLanes,
        (from, end): (&str, &str),
        out: &mut Lines,
    ) -> Result<(String, String), RenderError> {
        let last = format!("({end} - 1)");
        let [first, last] =
            [from, last.as_str()].map(|row| self.bounds(&lanes.head, Some((rows.head.var, row))));
        let ((from_a, end_a), (from_b, end_b)) = (first?, last?);
        let names = (
            self.name(lanes.head.var, "from"),
            self.name(lanes.head.var, "end"),
        );
        out.line(format!(
            "const long {} = {from_a} < {from_b} ? {from_a} : {from_b};",
            names.0
        ));
        out.line(format!(
            "const long {} = {end_a} > {end_b} ? {end_a} : {end_b};",
            names.1
        ));
        Ok(names)
    }
}
