package dev.tenon.cli.calling;

import dev.tenon.cli.asking.Consent;
import dev.tenon.cli.asking.GivenAnswers;
import dev.tenon.cli.asking.Keyboard;
import dev.tenon.cli.asking.TerminalForm;
import dev.tenon.cli.asking.TerminalPage;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.client.ClientBuilder;
import dev.tenon.model.Root;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * What a server may ask while it answers. Forms and pages are put to the user at the terminal; where there is none the server
 * is told that nobody can be asked, unless there are answers beforehand.
 */
final class AskingOptions {
    @Option(
            names = "--answer",
            paramLabel = "NAME=VALUE",
            description = "Fill in forms of the server with this, instead of asking you. Can be given more than once.")
    List<String> answers = List.of();

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "Tell the server that it may work in this directory. Can be given more than once.")
    List<Path> roots = List.of();

    private Optional<Keyboard> keyboard = Optional.empty();

    /** Finds out whether there is somebody to ask. */
    void look(Screen screen) {
        keyboard = Keyboard.at(screen);
    }

    boolean isInteractive() {
        return keyboard.isPresent();
    }

    /** Adds what can be asked. */
    ClientBuilder added(ClientBuilder builder, Screen screen, boolean yes) {
        builder.approval(new Consent(screen, keyboard, yes));
        if (!answers.isEmpty()) {
            builder.onForm(new GivenAnswers(answers, screen));
        }
        keyboard.ifPresent(known -> {
            if (answers.isEmpty()) {
                builder.onForm(new TerminalForm(known));
            }
            builder.onUrl(new TerminalPage(known));
        });
        if (!roots.isEmpty()) {
            builder.roots(roots.stream().map(AskingOptions::root).toArray(Root[]::new));
        }
        return builder;
    }

    private static Root root(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw FailureException.misused("--root " + directory + " is no directory.");
        }
        Path whole = directory.toAbsolutePath().normalize();
        Root root = Root.of(whole.toUri().toString());
        return whole.getFileName() == null
                ? root
                : root.withName(whole.getFileName().toString());
    }
}
