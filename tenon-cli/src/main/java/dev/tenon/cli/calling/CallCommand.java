package dev.tenon.cli.calling;

import dev.tenon.cli.argument.TypedArguments;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.JsonText;
import dev.tenon.cli.screen.Visible;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Tool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code tenon call}. */
@Command(
        name = "call",
        description = "Calls a tool of a server.",
        customSynopsis = {
            "tenon call [OPTIONS] URL TOOL [NAME=VALUE...]",
            "tenon call [OPTIONS] TOOL [NAME=VALUE...] -- COMMAND [ARGS]"
        },
        footer = {
            "",
            "Values get the types that the tool's schema says. a.b=1 goes into the object a, a name given",
            "again adds to an array, and NAME:=JSON is JSON whatever the schema says.",
            "",
            "Example:",
            "  tenon call http://127.0.0.1:8080/mcp convert degrees=20 from=CELSIUS to=FAHRENHEIT"
        })
final class CallCommand extends AskedCommand {
    @Option(
            names = "--args",
            paramLabel = "JSON",
            description = "All arguments as JSON; - reads them from standard input, @FILE from a file. They are sent"
                    + " unchecked, to any tool.")
    @Nullable String arguments;

    @Option(
            names = {"-y", "--yes"},
            description = "Call the tool without asking you, even if it says that it may destroy something.")
    boolean yes;

    private @Nullable Json given;

    @Override
    boolean yes() {
        return yes;
    }

    @Override
    void check(List<String> rest) {
        if (rest.isEmpty()) {
            throw FailureException.misused("The name of the tool is missing. See the names with: tenon tools ...");
        }
        if (arguments != null) {
            atMost(1, rest, "with --args, all arguments are in there.");
            given = ArgumentSource.read(arguments);
        }
    }

    @Override
    int run(Session session, List<String> rest) {
        String name = rest.get(0);
        CallToolResult result = session.client().callTool(name, arguments(session, name, rest), watched(session));
        session.show(() -> session.wiretap().last("tools/call"), () -> print(session, name, result));
        if (result.isError()) {
            session.screen().note("tenon: the tool '" + Visible.line(name) + "' says that it failed.");
        }
        return result.isError() ? ExitCode.FAILED : ExitCode.OK;
    }

    private Json arguments(Session session, String name, List<String> rest) {
        if (given != null) {
            return given;
        }
        Tool tool = Named.find("tool", name, session.client().tools().all(), Tool::name);
        return TypedArguments.of(
                "The tool '" + Visible.line(name) + "'", tool.inputSchema(), rest.subList(1, rest.size()));
    }

    private void print(Session session, String name, CallToolResult result) {
        ContentPrinter printer = new ContentPrinter(session.screen(), new Storage(output, name));
        result.content().forEach(printer::print);
        Json structured = result.structuredContent();
        if (structured != null && result.content().isEmpty()) {
            session.screen().line(JsonText.indented(structured));
        }
    }
}
