package dev.tenon.cli.client;

import dev.tenon.cli.argument.TypedArgumentParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TextEscaper;
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
final class CallCommand extends InteractiveCommand {
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
    boolean isPreapproved() {
        return yes;
    }

    @Override
    void checkCommandArguments(List<String> rest) {
        if (rest.isEmpty()) {
            throw CommandFailedException.usageError(
                    "The name of the tool is missing. See the names with: tenon tools ...");
        }
        if (arguments != null) {
            requireAtMost(1, rest, "with --args, all arguments are in there.");
            given = JsonArgumentReader.read(arguments);
        }
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        String name = rest.get(0);
        CallToolResult result =
                session.client().callTool(name, buildArguments(session, name, rest), progressOptions(session));
        session.printResult(() -> session.recorder().takeLast("tools/call"), () -> print(session, name, result));
        if (result.isError()) {
            session.screen().printNote("tenon: the tool '" + TextEscaper.escapeLine(name) + "' says that it failed.");
        }
        return result.isError() ? ExitCode.FAILED : ExitCode.OK;
    }

    private Json buildArguments(CommandSession session, String name, List<String> rest) {
        if (given != null) {
            return given;
        }
        Tool tool = NameLookup.find("tool", name, session.client().tools().toList(), Tool::name);
        return TypedArgumentParser.parse(
                "The tool '" + TextEscaper.escapeLine(name) + "'", tool.inputSchema(), rest.subList(1, rest.size()));
    }

    private void print(CommandSession session, String name, CallToolResult result) {
        ContentPrinter printer = new ContentPrinter(session.screen(), new ContentFileWriter(output, name));
        result.content().forEach(printer::print);
        Json structured = result.structuredContent();
        if (structured != null && result.content().isEmpty()) {
            session.screen().printLine(TerminalJsonFormatter.formatIndented(structured));
        }
    }
}
