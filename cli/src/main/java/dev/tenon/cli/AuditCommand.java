package dev.tenon.cli;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.guard.audit.AuditReport;
import dev.tenon.guard.audit.AuditVerifier;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenon audit}. */
@Command(name = "audit", description = "Checks the audit files of a guard.", synopsisSubcommandLabel = "COMMAND")
final class AuditCommand extends StandardOptionsCommand {
    @Command(
            name = "verify",
            description = {
                "Verifies an audit file and the rotated files before it.",
                "Reports changed, removed, moved or truncated lines, and unanswered calls."
            },
            mixinStandardHelpOptions = true)
    int verify(
            @Parameters(paramLabel = "FILE", description = "Current audit file; rotated files next to it are included.")
                    Path file,
            @Option(
                            names = "--from",
                            paramLabel = "LINE",
                            defaultValue = "1",
                            description = "First line that must exist, if log rotation deletes files (default: 1).")
                    long from) {
        PrintWriter out = commandLine().getOut();
        AuditReport report = GuardRunner.runTranslatingErrors(() -> AuditVerifier.verify(file, from));
        report.problems().forEach(out::println);
        report.notes().forEach(note -> out.println("note: " + note));
        report.unanswered().forEach(call -> out.println("unanswered: " + call));
        String range = report.lines() == 0 ? "no lines" : "lines " + report.first() + " to " + report.last();
        out.println(range + (report.isIntact() ? ": whole" : ": NOT whole"));
        out.println("last hash: " + report.hash());
        return report.isIntact() ? ExitCode.OK : ExitCode.FAILED;
    }
}
