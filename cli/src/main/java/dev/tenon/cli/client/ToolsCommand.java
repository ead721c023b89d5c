package dev.tenon.cli.client;

import dev.tenon.cli.argument.ArgumentSchema;
import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.cli.terminal.TextTable;
import dev.tenon.client.McpClient;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import java.util.ArrayList;
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
        super("tool", Tool::name, McpClient::tools);
    }

    @Override
    TextTable createTable(List<Tool> tools) {
        TextTable table = new TextTable("TOOL", "HINTS", "DESCRIPTION");
        tools.forEach(tool -> table.addRow(
                TextEscaper.escapeLine(tool.name()),
                describeHints(tool.annotations()),
                TextEscaper.escapeSummary(tool.description(), titleOf(tool))));
        return table;
    }

    private static @Nullable String titleOf(Tool tool) {
        return tool.title() == null && tool.annotations() != null
                ? tool.annotations().title()
                : tool.title();
    }

    /** Describes the declared hints; undeclared ones are left out. */
    private static String describeHints(@Nullable ToolAnnotations annotations) {
        if (annotations == null) {
            return "";
        }
        List<String> words = new ArrayList<>();
        if (annotations.isReadOnly()) {
            words.add("reads only");
        } else if (annotations.destructiveHint() != null) {
            words.add(annotations.isDestructive() ? "may destroy" : "destroys nothing");
        }
        if (annotations.idempotentHint() != null && annotations.idempotentHint() && !annotations.isReadOnly()) {
            words.add("repeatable");
        }
        if (annotations.openWorldHint() != null) {
            words.add(annotations.isOpenWorld() ? "open world" : "closed world");
        }
        return String.join(", ", words);
    }

    @Override
    void printDetails(TerminalOutput screen, Tool tool) {
        printHeading(screen, tool.name(), titleOf(tool), tool.description());
        String hints = describeHints(tool.annotations());
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
        TextTable table = new TextTable("ARGUMENT", "TYPE", "", "DESCRIPTION");
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
