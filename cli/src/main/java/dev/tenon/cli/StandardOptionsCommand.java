package dev.tenon.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command with the options {@code --help} and {@code --version}. */
@Command(mixinStandardHelpOptions = true, versionProvider = TenonCommand.VersionProvider.class)
abstract class StandardOptionsCommand {
    @Spec
    private @Nullable CommandSpec spec;

    /** Returns the parser of this command, which has the writers for its output. */
    final CommandLine commandLine() {
        return Objects.requireNonNull(spec).commandLine();
    }
}
