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
 * A command that prints content, and during which the server can request user input. The user fills in forms and opens
 * pages at the terminal. Without a terminal and without {@code --answer}, the client does not declare the elicitation
 * capability.
 */
abstract class InputCapableCommand extends ClientCommand {
    @Option(
            names = "--answer",
            paramLabel = "NAME=VALUE",
            description = "Fill in forms of the server with this value, without asking (repeatable).")
    List<String> answers = List.of();

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "Offer this directory to the server as a root (repeatable).")
    List<Path> roots = List.of();

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Save images, audio and other binary content in this directory.")
    @Nullable Path output;

    /** Returns whether the user approved the call in advance. */
    boolean isPreapproved() {
        return false;
    }

    @Override
    final void configureHandlers(ClientBuilder builder, TerminalOutput screen, Optional<TerminalInput> terminal) {
        builder.approvalPolicy(new DestructiveToolApproval(screen, terminal, isPreapproved()));
        if (!answers.isEmpty()) {
            builder.onForm(new PresetFormHandler(answers, screen));
        }
        terminal.ifPresent(input -> {
            if (answers.isEmpty()) {
                builder.onForm(new TerminalFormHandler(input));
            }
            builder.onUrl(new TerminalUrlHandler(input));
        });
        if (!roots.isEmpty()) {
            builder.roots(roots.stream()
                    .map(InputCapableCommand::requireDirectoryAsRoot)
                    .toArray(Root[]::new));
        }
    }

    private static Root requireDirectoryAsRoot(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw CommandFailedException.usageError("--root " + directory + " is not a directory.");
        }
        Path absolute = directory.toAbsolutePath().normalize();
        Root root = Root.of(absolute.toUri().toString());
        return absolute.getFileName() == null
                ? root
                : root.withName(absolute.getFileName().toString());
    }

    @Override
    final Optional<TerminalInput> openTerminal(TerminalOutput screen) {
        return TerminalInput.open(screen);
    }

    /** Returns call options that show progress. */
    static CallOptions progressOptions(CommandSession session) {
        return session.options().onProgress(new ProgressPrinter(session.screen()));
    }

    @Override
    final void checkArguments(List<String> rest) {
        if (output != null && Files.exists(output) && !Files.isDirectory(output)) {
            throw CommandFailedException.usageError("--output " + output + " is not a directory.");
        }
        checkArgumentsBeforeConnecting(rest);
    }

    /** Validates the arguments before the client connects. */
    abstract void checkArgumentsBeforeConnecting(List<String> rest);
}
