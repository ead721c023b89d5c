package dev.tenon.cli;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.guard.audit.AuditException;
import dev.tenon.guard.audit.AuditReport;
import dev.tenon.guard.audit.AuditVerifier;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tenon audit}. */
@Command(
        name = "audit",
        description = "Looks after the audit files of a guard.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.Versions.class,
        synopsisSubcommandLabel = "COMMAND")
final class AuditCommand {
    @Spec
    private CommandSpec spec;

    /** Has its fields set by the parser of the command line. */
    AuditCommand() {
        spec = CommandSpec.create();
    }

    @Command(
            name = "verify",
            description =
                    "Says whether an audit is whole: whether a line was changed, removed, moved or cut off, and where, and which calls have no answer.",
            mixinStandardHelpOptions = true)
    int verify(
            @Parameters(
                            paramLabel = "FILE",
                            description = "The file that the guard writes; those before it are found beside it.")
                    Path file,
            @Option(
                            names = "--from",
                            paramLabel = "LINE",
                            defaultValue = "1",
                            description =
                                    "First line that must be there, when log rotation deletes files (default: 1).")
                    long from) {
        PrintWriter out = spec.commandLine().getOut();
        AuditReport report = read(file, from);
        report.problems().forEach(out::println);
        report.notes().forEach(note -> out.println("note: " + note));
        report.unanswered().forEach(call -> out.println("unanswered: " + call));
        out.println(lines(report) + (report.isWhole() ? ": whole" : ": NOT whole"));
        out.println("last hash: " + report.hash());
        return report.isWhole() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static AuditReport read(Path file, long from) {
        try {
            return AuditVerifier.verify(file, from);
        } catch (AuditException e) {
            throw FailureException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static String lines(AuditReport report) {
        return report.lines() == 0 ? "no lines" : "lines " + report.first() + " to " + report.last();
    }
}
