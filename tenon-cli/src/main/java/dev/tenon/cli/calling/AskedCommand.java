package dev.tenon.cli.calling;

import dev.tenon.cli.asking.Consent;
import dev.tenon.cli.asking.GivenAnswers;
import dev.tenon.cli.asking.Keyboard;
import dev.tenon.cli.asking.TerminalForm;
import dev.tenon.cli.asking.TerminalPage;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientBuilder;
import dev.tenon.model.Root;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A command that prints content, and during which the server may ask the user. The user answers forms and pages at the terminal. Without
 * a terminal and without {@code --answer}, the client does not declare that it can be asked.
 */
abstract class AskedCommand extends CallingCommand {
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

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Save images, sound and other bytes in this directory. They are never printed.")
    @Nullable Path output;

    private Optional<Keyboard> keyboard = Optional.empty();

    /** Whether the user has said yes beforehand. */
    boolean yes() {
        return false;
    }

    @Override
    final ClientBuilder asked(ClientBuilder builder, Screen screen) {
        builder.approval(new Consent(screen, keyboard, yes()));
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
            builder.roots(roots.stream().map(AskedCommand::root).toArray(Root[]::new));
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

    @Override
    final boolean isInteractive(Screen screen) {
        keyboard = Keyboard.at(screen);
        return keyboard.isPresent();
    }

    /** How a call is made whose progress is shown. */
    static CallOptions watched(Session session) {
        return session.options().onProgress(new ProgressNotes(session.screen()));
    }

    @Override
    final void checkWords(List<String> rest) {
        if (output != null && Files.exists(output) && !Files.isDirectory(output)) {
            throw FailureException.misused("--output " + output + " is no directory.");
        }
        check(rest);
    }

    /** Says what is wrong with the words. */
    abstract void check(List<String> rest);
}
