package dev.tenon.cli.client;

import dev.tenon.cli.dialog.DestructiveToolApproval;
import dev.tenon.cli.dialog.PresetFormHandler;
import dev.tenon.cli.dialog.TerminalFormHandler;
import dev.tenon.cli.dialog.TerminalInput;
import dev.tenon.cli.dialog.TerminalUrlHandler;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TerminalOutput;
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
 * A command that prints content, and during which the server may ask the user. The user answers forms and pages at the
 * terminal. Without a terminal and without {@code --answer}, the client does not declare that it can be asked.
 */
abstract class InteractiveCommand extends ClientCommand {
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

    private Optional<TerminalInput> keyboard = Optional.empty();

    /** Whether the user has said yes beforehand. */
    boolean isPreapproved() {
        return false;
    }

    @Override
    final ClientBuilder configureHandlers(ClientBuilder builder, TerminalOutput screen) {
        builder.approvalPolicy(new DestructiveToolApproval(screen, keyboard, isPreapproved()));
        if (!answers.isEmpty()) {
            builder.onForm(new PresetFormHandler(answers, screen));
        }
        keyboard.ifPresent(known -> {
            if (answers.isEmpty()) {
                builder.onForm(new TerminalFormHandler(known));
            }
            builder.onUrl(new TerminalUrlHandler(known));
        });
        if (!roots.isEmpty()) {
            builder.roots(roots.stream().map(InteractiveCommand::toRoot).toArray(Root[]::new));
        }
        return builder;
    }

    private static Root toRoot(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw CommandFailedException.usageError("--root " + directory + " is no directory.");
        }
        Path whole = directory.toAbsolutePath().normalize();
        Root root = Root.of(whole.toUri().toString());
        return whole.getFileName() == null
                ? root
                : root.withName(whole.getFileName().toString());
    }

    @Override
    final boolean isInteractive(TerminalOutput screen) {
        keyboard = TerminalInput.open(screen);
        return keyboard.isPresent();
    }

    /** How a call is made whose progress is shown. */
    static CallOptions progressOptions(CommandSession session) {
        return session.options().onProgress(new ProgressPrinter(session.screen()));
    }

    @Override
    final void checkArguments(List<String> rest) {
        if (output != null && Files.exists(output) && !Files.isDirectory(output)) {
            throw CommandFailedException.usageError("--output " + output + " is no directory.");
        }
        checkCommandArguments(rest);
    }

    /** Says what is wrong with the words. */
    abstract void checkCommandArguments(List<String> rest);
}
