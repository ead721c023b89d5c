package dev.tenon.cli.calling;

import dev.tenon.cli.argument.Wanted;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.screen.JsonText;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Table;
import dev.tenon.cli.screen.Visible;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code tenon tools}. */
@Command(
        name = "tools",
        description = "Lists the tools of a server, or tells all about one of them.",
        customSynopsis = {"tenon tools [OPTIONS] URL [NAME]", "tenon tools [OPTIONS] [NAME] -- COMMAND [ARGS]"})
final class ToolsCommand extends CallingCommand {
    ToolsCommand(Start start) {
        super(start);
    }

    @Override
    void checkWords(List<String> rest) {
        atMost(1, rest, "tools takes a server and the name of a tool.");
    }

    @Override
    int run(Session session, List<String> rest) {
        List<Tool> tools = session.client().tools().all();
        if (rest.isEmpty()) {
            if (server.json) {
                session.print(session.wiretap().list("tools/list", "tools"));
            } else {
                print(session.screen(), tools);
            }
            return ExitCode.OK;
        }
        Tool tool = named(rest.get(0), tools);
        if (server.json) {
            session.print(session.wiretap().named("tools/list", "tools", tool.name()));
        } else {
            print(session.screen(), tool);
        }
        return ExitCode.OK;
    }

    /** The tool of that name. */
    static Tool named(String name, List<Tool> tools) {
        return Named.find("tool", name, tools, Tool::name);
    }

    private static void print(Screen screen, List<Tool> tools) {
        Table table = Table.of("TOOL", "IT SAYS", "DESCRIPTION");
        tools.forEach(tool -> table.row(
                Visible.line(tool.name()),
                Hints.words(tool.annotations()),
                Titles.of(tool.description(), title(tool))));
        if (table.isEmpty()) {
            screen.note("The server has no tools.");
        } else {
            table.print(screen);
        }
    }

    private static @Nullable String title(Tool tool) {
        return tool.title() == null && tool.annotations() != null
                ? tool.annotations().title()
                : tool.title();
    }

    private static void print(Screen screen, Tool tool) {
        String title = title(tool);
        screen.line(screen.bold(Visible.line(tool.name())) + (title == null ? "" : "  " + Visible.line(title)));
        if (tool.description() != null) {
            screen.paragraph(Visible.text(tool.description()), "  ");
        }
        String hints = Hints.words(tool.annotations());
        if (!hints.isEmpty()) {
            screen.line("  It says of itself: " + hints);
        }
        screen.line("");
        arguments(screen, Wanted.by(tool.inputSchema()));
        schema(screen, "Input schema", tool.inputSchema());
        Json output = tool.outputSchema();
        if (output != null) {
            schema(screen, "Output schema", output);
        }
    }

    private static void arguments(Screen screen, Wanted wanted) {
        Set<String> required = wanted.required();
        Table table = Table.of("ARGUMENT", "TYPE", "", "DESCRIPTION");
        for (String name : wanted.names()) {
            Wanted member = wanted.member(name);
            if (member != null) {
                table.row(
                        Visible.line(name),
                        Visible.line(member.words()),
                        required.contains(name) ? "required" : "",
                        Visible.firstLine(member.description()));
            }
        }
        if (table.isEmpty()) {
            screen.line("It takes no arguments.");
        } else {
            table.print(screen);
        }
    }

    private static void schema(Screen screen, String heading, Json schema) {
        screen.line("");
        screen.line(screen.bold(heading));
        screen.line(JsonText.indented(schema));
    }
}
