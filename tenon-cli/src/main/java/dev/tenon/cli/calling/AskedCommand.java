package dev.tenon.cli.calling;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command during which the server may ask, and which prints content. */
abstract class AskedCommand extends CallingCommand {
    @Mixin
    AskingOptions asking = new AskingOptions();

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Save images, sound and other bytes in this directory. They are never printed.")
    @Nullable Path output;

    /** Whether the user has said yes beforehand. */
    boolean yes() {
        return false;
    }

    @Override
    final ClientBuilder asked(ClientBuilder builder, Screen screen) {
        return asking.added(builder, screen, yes());
    }

    @Override
    final boolean isInteractive(Screen screen) {
        asking.look(screen);
        return asking.isInteractive();
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
