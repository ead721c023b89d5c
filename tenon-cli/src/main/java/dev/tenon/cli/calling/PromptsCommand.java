package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Table;
import dev.tenon.cli.screen.Visible;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The command {@code tenon prompts}. */
@Command(
        name = "prompts",
        description = "Lists the prompts of a server, or tells the arguments of one of them.",
        customSynopsis = {"tenon prompts [OPTIONS] URL [NAME]", "tenon prompts [OPTIONS] [NAME] -- COMMAND [ARGS]"})
final class PromptsCommand extends CallingCommand {
    PromptsCommand(Start start) {
        super(start);
    }

    @Override
    void checkWords(List<String> rest) {
        atMost(1, rest, "prompts takes a server and the name of a prompt.");
    }

    @Override
    int run(Session session, List<String> rest) {
        List<Prompt> prompts = session.client().prompts().all();
        if (!rest.isEmpty()) {
            Prompt prompt = named(rest.get(0), prompts);
            if (server.json) {
                session.print(session.wiretap().named("prompts/list", "prompts", prompt.name()));
            } else {
                print(session.screen(), prompt);
            }
        } else if (server.json) {
            session.print(session.wiretap().list("prompts/list", "prompts"));
        } else {
            print(session.screen(), prompts);
        }
        return ExitCode.OK;
    }

    /** The prompt of that name. */
    static Prompt named(String name, List<Prompt> prompts) {
        return Named.find("prompt", name, prompts, Prompt::name);
    }

    private static void print(Screen screen, List<Prompt> prompts) {
        Table table = Table.of("PROMPT", "ARGUMENTS", "DESCRIPTION");
        prompts.forEach(prompt -> table.row(
                Visible.line(prompt.name()), arguments(prompt), Titles.of(prompt.description(), prompt.title())));
        if (table.isEmpty()) {
            screen.note("The server has no prompts.");
        } else {
            table.print(screen);
        }
    }

    private static String arguments(Prompt prompt) {
        return prompt.arguments().stream()
                .map(argument ->
                        argument.required() ? Visible.line(argument.name()) : "[" + Visible.line(argument.name()) + "]")
                .collect(Collectors.joining(" "));
    }

    private static void print(Screen screen, Prompt prompt) {
        screen.line(screen.bold(Visible.line(prompt.name()))
                + (prompt.title() == null ? "" : "  " + Visible.line(prompt.title())));
        if (prompt.description() != null) {
            screen.paragraph(Visible.text(prompt.description()), "  ");
        }
        screen.line("");
        Table table = Table.of("ARGUMENT", "", "DESCRIPTION");
        for (PromptArgument argument : prompt.arguments()) {
            table.row(
                    Visible.line(argument.name()),
                    argument.required() ? "required" : "",
                    Titles.of(argument.description(), argument.title()));
        }
        if (table.isEmpty()) {
            screen.line("It takes no arguments.");
        } else {
            table.print(screen);
        }
    }
}
