package dev.tenon.cli.demo;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.schema.annotation.Description;
import dev.tenon.server.feature.ToolSpec;

/**
 * Prints, as forgotten debugging lines do. Over stdio that would break the protocol, so it goes to standard error
 * there. Control characters are written as escapes: a client must not steer the terminal of who runs the server.
 */
final class PrintTool {
    record Line(@Description("What to print") String text) {}

    private PrintTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("print")
                .title("Print")
                .description("Prints a line where the server runs.")
                .input(Line.class)
                .handler((line, call) -> {
                    System.out.println(TextEscaper.escapeLine(line.text()));
                    return "Printed.";
                });
    }
}
