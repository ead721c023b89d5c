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

/** The command {@code tenon}: parses the command line and reports usage errors. */
@Command(
        name = "tenon",
        description = "Tenon, the Model Context Protocol for Java.",
        subcommands = DemoCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 success, 1 failure, 2 usage error, 3 server error, 4 connection failed,",
            "5 permission denied, 130 interrupted.",
            "TENON_JAVA_OPTS: extra JVM options."
        })
final class TenonCommand extends StandardOptionsCommand {
    /** Separates the options of tenon from the command of a server. */
    private static final String SERVER_SEPARATOR = "--";

    private static final int WIDTH = 100;

    private TenonCommand() {}

    /** Runs the command and returns its {@link ExitCode}. */
    static int run(String[] args) {
        List<String> words = List.of(args);
        int end = words.indexOf(SERVER_SEPARATOR);
        boolean hasServerCommand =
                end > 0 && (words.get(0).equals("guard") || ClientCommands.NAMES.contains(words.get(0)));
        List<String> server = hasServerCommand ? words.subList(end + 1, words.size()) : List.of();
        CommandLine line = createCommandLine(server);
        line.setOut(new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        return line.execute(hasServerCommand ? words.subList(0, end).toArray(String[]::new) : args);
    }

    /** Creates the parser of the command line. */
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
        // Otherwise picocli would expand arguments such as @FILE.
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((problem, arguments) -> handleUsageError(problem));
        line.setExecutionExceptionHandler((problem, command, result) -> reportFailureOrRethrow(problem, command));
        return line;
    }

    private static CommandLine createGuardCommand(List<String> server) {
        // Everything after the first positional argument belongs to a command without the preceding --.
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

    private static int reportFailureOrRethrow(Exception problem, CommandLine command) throws Exception {
        if (problem instanceof CommandFailedException failure) {
            command.getErr().println("tenon: " + failure.getMessage());
            return failure.exitCode();
        }
        throw problem;
    }

    /** Provides the text for {@code --version}. */
    static final class VersionProvider implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tenon " + ProductVersion.current()};
        }
    }
}
