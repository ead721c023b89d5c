package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.cli.terminal.TextTable;
import dev.tenon.client.McpClient;
import dev.tenon.model.Prompt;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The command {@code tenon prompts}. */
@Command(
        name = "prompts",
        description = "Lists the prompts of a server, or shows the arguments of one prompt.",
        customSynopsis = {"tenon prompts [OPTIONS] URL [NAME]", "tenon prompts [OPTIONS] [NAME] -- COMMAND [ARGS]"})
final class PromptsCommand extends ListCommand<Prompt> {
    PromptsCommand() {
        super("prompt", Prompt::name, McpClient::prompts);
    }

    @Override
    TextTable createTable(List<Prompt> prompts) {
        TextTable table = new TextTable("PROMPT", "ARGUMENTS", "DESCRIPTION");
        prompts.forEach(prompt -> table.addRow(
                TextEscaper.escapeLine(prompt.name()),
                formatArgumentNames(prompt),
                TextEscaper.escapeSummary(prompt.description(), prompt.title())));
        return table;
    }

    private static String formatArgumentNames(Prompt prompt) {
        return prompt.arguments().stream()
                .map(argument -> argument.required()
                        ? TextEscaper.escapeLine(argument.name())
                        : "[" + TextEscaper.escapeLine(argument.name()) + "]")
                .collect(Collectors.joining(" "));
    }

    @Override
    void printDetails(TerminalOutput screen, Prompt prompt) {
        printHeading(screen, prompt.name(), prompt.title(), prompt.description());
        screen.printLine("");
        TextTable table = new TextTable("ARGUMENT", "", "DESCRIPTION");
        prompt.arguments()
                .forEach(argument -> table.addRow(
                        TextEscaper.escapeLine(argument.name()),
                        argument.required() ? "required" : "",
                        TextEscaper.escapeSummary(argument.description(), argument.title())));
        printArguments(screen, table);
    }
}
