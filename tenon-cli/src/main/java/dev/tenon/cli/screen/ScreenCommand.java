package dev.tenon.cli.screen;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that talks to the user. */
public abstract class ScreenCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    /** For subclasses. */
    protected ScreenCommand() {}

    /** The screen of the command. */
    protected final Screen screen() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        return Screen.of(line.getOut(), line.getErr());
    }
}
