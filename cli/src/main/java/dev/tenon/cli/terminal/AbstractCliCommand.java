package dev.tenon.cli.terminal;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command with output for the user. */
public abstract class AbstractCliCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    /** Returns the output of the command. */
    protected final TerminalOutput terminalOutput() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        return new TerminalOutput(line.getOut(), line.getErr());
    }
}
