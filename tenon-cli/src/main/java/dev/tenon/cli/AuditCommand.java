package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
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
        versionProvider = TenonCommand.VersionProvider.class,
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
        AuditReport report = verifyFile(file, from);
        report.problems().forEach(out::println);
        report.notes().forEach(note -> out.println("note: " + note));
        report.unanswered().forEach(call -> out.println("unanswered: " + call));
        out.println(describeLines(report) + (report.isIntact() ? ": whole" : ": NOT whole"));
        out.println("last hash: " + report.hash());
        return report.isIntact() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static AuditReport verifyFile(Path file, long from) {
        try {
            return AuditVerifier.verify(file, from);
        } catch (AuditException e) {
            throw CommandFailedException.failure(String.valueOf(e.getMessage()));
        }
    }

    private static String describeLines(AuditReport report) {
        return report.lines() == 0 ? "no lines" : "lines " + report.first() + " to " + report.last();
    }
}
