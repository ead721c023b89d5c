package dev.tenon.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code tenon}: reads the command line, and says what is wrong with it. */
@Command(
        name = "tenon",
        description = "Tenon, the Model Context Protocol for Java.",
        subcommands = DemoCommand.class,
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.Versions.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 not told properly.",
            "TENON_JAVA_OPTS holds options for the Java machine."
        })
final class TenonCommand {
    private TenonCommand() {}

    /** Runs the command, and returns its {@link ExitCode}. */
    static int run(String[] args) {
        return commandLine().execute(args);
    }

    /** The reader of the command line. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new TenonCommand());
        line.setParameterExceptionHandler((problem, arguments) -> misused(problem));
        line.setExecutionExceptionHandler((problem, command, result) -> failed(problem, command));
        return line;
    }

    private static int misused(ParameterException problem) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("tenon: " + problem.getMessage());
        UnmatchedArgumentException.printSuggestions(problem, err);
        if (command.getParent() == null) {
            command.usage(err);
        } else {
            err.println("For all options: " + command.getCommandSpec().qualifiedName() + " --help");
        }
        return ExitCode.USAGE;
    }

    private static int failed(Exception problem, CommandLine command) throws Exception {
        if (problem instanceof FailureException failure) {
            command.getErr().println("tenon: " + failure.getMessage());
            return failure.exitCode();
        }
        throw problem;
    }

    /** Prints the version. */
    static final class Versions implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tenon " + Version.get()};
        }
    }
}
