//! C from the IR: expressions by precedence, declarators, statements.
