package dev.tenon.cli.calling;

import dev.tenon.cli.argument.Wanted;
import dev.tenon.cli.screen.JsonText;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Table;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.McpClient;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code tenon tools}. */
@Command(
        name = "tools",
        description = "Lists the tools of a server, or tells all about one of them.",
        customSynopsis = {"tenon tools [OPTIONS] URL [NAME]", "tenon tools [OPTIONS] [NAME] -- COMMAND [ARGS]"})
final class ToolsCommand extends ListingCommand<Tool> {
    ToolsCommand() {
        super("tool", Tool::name);
    }

    @Override
    List<Tool> all(McpClient client) {
        return client.tools().all();
    }

    @Override
    Table table(List<Tool> tools) {
        Table table = Table.of("TOOL", "IT SAYS", "DESCRIPTION");
        tools.forEach(tool -> table.row(
                Visible.line(tool.name()),
                Hints.words(tool.annotations()),
                Titles.of(tool.description(), title(tool))));
        return table;
    }

    private static @Nullable String title(Tool tool) {
        return tool.title() == null && tool.annotations() != null
                ? tool.annotations().title()
                : tool.title();
    }

    @Override
    void print(Screen screen, Tool tool) {
        heading(screen, tool.name(), title(tool), tool.description());
        String hints = Hints.words(tool.annotations());
        if (!hints.isEmpty()) {
            screen.line("  It says of itself: " + hints);
        }
        screen.line("");
        arguments(screen, arguments(Wanted.by(tool.inputSchema())));
        schema(screen, "Input schema", tool.inputSchema());
        Json output = tool.outputSchema();
        if (output != null) {
            schema(screen, "Output schema", output);
        }
    }

    private static Table arguments(Wanted wanted) {
        Table table = Table.of("ARGUMENT", "TYPE", "", "DESCRIPTION");
        for (String name : wanted.names()) {
            Wanted member = wanted.member(name);
            if (member != null) {
                table.row(
                        Visible.line(name),
                        Visible.line(member.words()),
                        wanted.required().contains(name) ? "required" : "",
                        Visible.firstLine(member.description()));
            }
        }
        return table;
    }

    private static void schema(Screen screen, String heading, Json schema) {
        screen.line("");
        screen.line(screen.bold(heading));
        screen.line(JsonText.indented(schema));
    }
}
