package dev.tenon.cli.calling;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Table;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.McpClient;
import dev.tenon.model.Prompt;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The command {@code tenon prompts}. */
@Command(
        name = "prompts",
        description = "Lists the prompts of a server, or tells the arguments of one of them.",
        customSynopsis = {"tenon prompts [OPTIONS] URL [NAME]", "tenon prompts [OPTIONS] [NAME] -- COMMAND [ARGS]"})
final class PromptsCommand extends ListingCommand<Prompt> {
    PromptsCommand() {
        super("prompt", Prompt::name);
    }

    @Override
    List<Prompt> all(McpClient client) {
        return client.prompts().all();
    }

    @Override
    Table table(List<Prompt> prompts) {
        Table table = Table.of("PROMPT", "ARGUMENTS", "DESCRIPTION");
        prompts.forEach(prompt -> table.row(
                Visible.line(prompt.name()), arguments(prompt), Titles.of(prompt.description(), prompt.title())));
        return table;
    }

    private static String arguments(Prompt prompt) {
        return prompt.arguments().stream()
                .map(argument ->
                        argument.required() ? Visible.line(argument.name()) : "[" + Visible.line(argument.name()) + "]")
                .collect(Collectors.joining(" "));
    }

    @Override
    void print(Screen screen, Prompt prompt) {
        heading(screen, prompt.name(), prompt.title(), prompt.description());
        screen.line("");
        Table table = Table.of("ARGUMENT", "", "DESCRIPTION");
        prompt.arguments()
                .forEach(argument -> table.row(
                        Visible.line(argument.name()),
                        argument.required() ? "required" : "",
                        Titles.of(argument.description(), argument.title())));
        arguments(screen, table);
    }
}
