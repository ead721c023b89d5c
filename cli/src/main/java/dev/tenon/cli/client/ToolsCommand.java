package dev.tenon.cli.client;

import dev.tenon.cli.argument.ArgumentSchema;
import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.cli.terminal.TextTable;
import dev.tenon.client.McpClient;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code tenon tools}. */
@Command(
        name = "tools",
        description = "Lists the tools of a server, or shows the details of one tool.",
        customSynopsis = {"tenon tools [OPTIONS] URL [NAME]", "tenon tools [OPTIONS] [NAME] -- COMMAND [ARGS]"})
final class ToolsCommand extends ListCommand<Tool> {
    ToolsCommand() {
        super("tool", Tool::name);
    }

    @Override
    List<Tool> fetchAll(McpClient client) {
        return client.tools().toList();
    }

    @Override
    TextTable createTable(List<Tool> tools) {
        TextTable table = TextTable.of("TOOL", "HINTS", "DESCRIPTION");
        tools.forEach(tool -> table.addRow(
                TextEscaper.escapeLine(tool.name()),
                ToolHintFormatter.describe(tool.annotations()),
                SummaryFormatter.summarize(tool.description(), titleOf(tool))));
        return table;
    }

    private static @Nullable String titleOf(Tool tool) {
        return tool.title() == null && tool.annotations() != null
                ? tool.annotations().title()
                : tool.title();
    }

    @Override
    void printDetails(TerminalOutput screen, Tool tool) {
        printHeading(screen, tool.name(), titleOf(tool), tool.description());
        String hints = ToolHintFormatter.describe(tool.annotations());
        if (!hints.isEmpty()) {
            screen.printLine("  Declared hints: " + hints);
        }
        screen.printLine("");
        printArguments(screen, createArgumentTable(ArgumentSchema.of(tool.inputSchema())));
        printSchema(screen, "Input schema", tool.inputSchema());
        Json output = tool.outputSchema();
        if (output != null) {
            printSchema(screen, "Output schema", output);
        }
    }

    private static TextTable createArgumentTable(ArgumentSchema schema) {
        TextTable table = TextTable.of("ARGUMENT", "TYPE", "", "DESCRIPTION");
        for (String name : schema.memberNames()) {
            ArgumentSchema member = schema.member(name);
            if (member != null) {
                table.addRow(
                        TextEscaper.escapeLine(name),
                        TextEscaper.escapeLine(member.describeType()),
                        schema.requiredNames().contains(name) ? "required" : "",
                        TextEscaper.escapeFirstLine(member.description()));
            }
        }
        return table;
    }

    private static void printSchema(TerminalOutput screen, String heading, Json schema) {
        screen.printLine("");
        screen.printLine(screen.bold(heading));
        screen.printLine(TerminalJsonFormatter.formatIndented(schema));
    }
}
