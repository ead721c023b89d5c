package dev.tenon.cli;

import dev.tenon.cli.client.ClientCommands;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.login.LoginCommand;
import dev.tenon.cli.login.LogoutCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
        versionProvider = TenonCommand.VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 not told properly, 3 the server answered with an error, 4 no",
            "connection, 5 not allowed, 130 interrupted.",
            "TENON_JAVA_OPTS holds options for the Java machine."
        })
final class TenonCommand {
    /** Behind it stands the command of a server, whose options are not ours. */
    private static final String SERVER_FOLLOWS = "--";

    private static final int WIDTH = 100;

    private TenonCommand() {}

    /** Runs the command, and returns its {@link ExitCode}. */
    static int run(String[] args) {
        List<String> words = List.of(args);
        int end = words.indexOf(SERVER_FOLLOWS);
        boolean calls = end > 0 && (words.get(0).equals("guard") || ClientCommands.NAMES.contains(words.get(0)));
        List<String> server = calls ? words.subList(end + 1, words.size()) : List.of();
        CommandLine line = createCommandLine(server);
        line.setOut(new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        return line.execute(calls ? words.subList(0, end).toArray(String[]::new) : args);
    }

    /** The reader of the command line. */
    static CommandLine createCommandLine() {
        return createCommandLine(List.of());
    }

    private static CommandLine createCommandLine(List<String> server) {
        CommandLine line = new CommandLine(new TenonCommand());
        line.addSubcommand(createGuardCommand(server));
        line.addSubcommand(new AuditCommand());
        ClientCommands.addTo(line, server, ProductVersion.current());
        line.addSubcommand(new LoginCommand());
        line.addSubcommand(new LogoutCommand());
        line.addSubcommand(new CompletionCommand());
        line.registerConverter(BindAddress.class, BindAddress::parse);
        line.setUsageHelpWidth(WIDTH);
        // A file of options would take the place of an argument such as @FILE.
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((problem, arguments) -> handleUsageError(problem));
        line.setExecutionExceptionHandler((problem, command, result) -> handleFailure(problem, command));
        return line;
    }

    private static CommandLine createGuardCommand(List<String> server) {
        // What comes after a word that is no option is part of a command whose -- is missing.
        return new CommandLine(new GuardCommand(server))
                .setStopAtPositional(true)
                .addSubcommand(new GuardApproveCommand(server));
    }

    private static int handleUsageError(ParameterException problem) {
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

    private static int handleFailure(Exception problem, CommandLine command) throws Exception {
        if (problem instanceof CommandFailedException failure) {
            command.getErr().println("tenon: " + failure.getMessage());
            return failure.exitCode();
        }
        throw problem;
    }

    /** Prints the version. */
    static final class VersionProvider implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tenon " + ProductVersion.current()};
        }
    }
}
