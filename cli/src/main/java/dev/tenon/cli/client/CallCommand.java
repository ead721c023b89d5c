package dev.tenon.cli.client;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.argument.TypedArgumentParser;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
            "Values get the types in the schema of the tool. a.b=1 sets the member b of the object a, a repeated",
            "name adds to an array, and NAME:=JSON passes JSON regardless of the schema.",
            "",
            "Example:",
            "  tenon call http://127.0.0.1:8080/mcp convert degrees=20 from=CELSIUS to=FAHRENHEIT"
        })
final class CallCommand extends InputCapableCommand {
    @Option(
            names = "--args",
            paramLabel = "JSON",
            description = {
                "Pass all arguments as one JSON object, without validation.",
                "- reads it from standard input, @FILE from a file."
            })
    @Nullable String jsonText;

    @Option(
            names = {"-y", "--yes"},
            description = "Call the tool without confirmation, even if it may destroy data.")
    boolean yes;

    private @Nullable Json jsonArguments;

    @Override
    boolean isPreapproved() {
        return yes;
    }

    @Override
    void checkArgumentsBeforeConnecting(List<String> rest) {
        if (rest.isEmpty()) {
            throw usageError("The name of the tool is missing. List the names with: tenon tools ...");
        }
        if (jsonText != null) {
            requireAtMost(1, rest, "--args contains all arguments.");
            jsonArguments = readJsonArguments(jsonText);
        }
    }

    /** Reads the value of {@code --args}: JSON, {@code -} for standard input, or {@code @FILE}. */
    private static Json readJsonArguments(String argument) {
        String text = readArgumentText(argument);
        try {
            Json json = Json.parse(text);
            if (!json.isObject()) {
                throw usageError("--args must be a JSON object, such as '{\"text\": \"Hello\"}'.");
            }
            return json;
        } catch (JsonException e) {
            throw usageError("--args is not valid JSON: " + e.getMessage()
                    + ". Put it in '...', write - to read it from standard input, or @FILE to read it from a file.");
        }
    }

    private static String readArgumentText(String argument) {
        try {
            if (argument.equals("-")) {
                return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            }
            return argument.startsWith("@") ? Files.readString(Path.of(argument.substring(1))) : argument;
        } catch (IOException e) {
            throw usageError("Could not read --args " + argument + ": " + e.getMessage());
        }
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        String name = rest.get(0);
        CallToolResult result =
                session.client().callTool(name, buildArguments(session, name, rest), progressOptions(session));
        session.printResult(() -> session.recorder().takeNewest("tools/call"), () -> print(session, name, result));
        if (result.isError()) {
            session.screen().printNote("tenon: the tool '" + TextEscaper.escapeLine(name) + "' reported an error.");
        }
        return result.isError() ? ExitCode.FAILED : ExitCode.OK;
    }

    private Json buildArguments(CommandSession session, String name, List<String> rest) {
        if (jsonArguments != null) {
            return jsonArguments;
        }
        Tool tool = requireItem("tool", name, session.client().tools().toList(), Tool::name);
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
