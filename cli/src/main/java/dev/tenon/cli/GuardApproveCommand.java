package dev.tenon.cli;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;

import dev.tenon.cli.dialog.TerminalInput;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.client.error.McpClientException;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.runtime.PinReview;
import dev.tenon.guard.runtime.PinReview.ReviewEntry;
import dev.tenon.guard.runtime.PinReview.ReviewStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenon guard approve}. */
@Command(
        name = "approve",
        description = {
            "Shows the commands and tool definitions that are not approved yet,",
            "asks for your approval and records it."
        },
        footer = {
            "",
            "Examples:",
            "  tenon guard approve -- npx -y @modelcontextprotocol/server-filesystem@2025.8.21 /data",
            "  tenon guard approve --config guard.yaml",
            "  tenon guard approve --config guard.yaml read_file write_file"
        })
final class GuardApproveCommand extends StandardOptionsCommand implements Callable<Integer> {
    private final List<String> command;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read the configuration of the guard from this file.")
    private @Nullable Path file;

    @Option(names = "--yes", description = "Approve everything without asking.")
    private boolean yes;

    @Mixin
    private GuardOptions options = new GuardOptions();

    @Parameters(paramLabel = "TOOL", arity = "0..*", description = "Tools to approve (default: all).")
    private List<String> tools = List.of();

    /** Creates the command for a server command after {@code --}, or an empty list. */
    GuardApproveCommand(List<String> command) {
        this.command = command;
    }

    @Override
    public Integer call() {
        if (file != null) {
            GuardOptions.requireNone(commandLine(), command, List.of("--yes", "TOOL"));
        }
        GuardConfig config = GuardRunner.runTranslatingErrors(
                () -> file == null ? options.toConfig(command) : GuardConfigFile.read(file));
        TerminalOutput screen =
                new TerminalOutput(commandLine().getOut(), commandLine().getErr());
        PinReview review = new PinReview(config, GuardRunner.createEnvironment(yes));
        List<ReviewEntry> entries = GuardRunner.runTranslatingErrors(() -> listReviewEntries(review));
        requireKnownTools(entries);
        List<ReviewEntry> open = entries.stream()
                .filter(entry -> entry.status() == ReviewStatus.NEW || entry.status() == ReviewStatus.CHANGED)
                .filter(entry -> tools.isEmpty() || tools.contains(entry.tool()))
                .toList();
        entries.stream()
                .filter(entry -> entry.status() == ReviewStatus.GONE)
                .forEach(entry -> screen.printLine("gone     " + displayName(entry)));
        if (open.isEmpty()) {
            screen.printLine("Nothing to approve: " + countText(entries) + " unchanged.");
            return ExitCode.OK;
        }
        open.forEach(entry -> printEntry(screen, entry));
        requireConsent(screen, open);
        GuardRunner.runTranslatingErrors(() -> {
            review.approve(open);
            return open;
        });
        screen.printLine("Approved: " + countText(open) + ", in " + config.lockFile());
        return ExitCode.OK;
    }

    private static List<ReviewEntry> listReviewEntries(PinReview review) {
        try {
            return review.compareTools();
        } catch (McpClientException e) {
            throw CommandFailedException.connectionFailure(
                    "Could not list the tools: " + escapeLine(String.valueOf(e.getMessage())));
        }
    }

    private void requireKnownTools(List<ReviewEntry> entries) {
        List<String> known = entries.stream().map(ReviewEntry::tool).toList();
        String unknown = tools.stream().filter(tool -> !known.contains(tool)).collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw CommandFailedException.usageError(
                    "Unknown tool: " + unknown + ". Known tools: " + String.join(", ", known));
        }
    }

    private static void printEntry(TerminalOutput screen, ReviewEntry entry) {
        screen.printLine((entry.status() == ReviewStatus.NEW ? "new      " : "changed  ") + displayName(entry));
        entry.difference().text().lines().forEach(line -> screen.printLine("  " + line));
    }

    private static String displayName(ReviewEntry entry) {
        return escapeLine(entry.server()) + "/" + escapeLine(entry.tool());
    }

    private static String countText(List<ReviewEntry> entries) {
        return entries.size() == 1 ? "1 tool" : entries.size() + " tools";
    }

    private void requireConsent(TerminalOutput screen, List<ReviewEntry> open) {
        if (yes) {
            return;
        }
        TerminalInput input = TerminalInput.open(screen)
                .orElseThrow(() -> CommandFailedException.refusal(
                        "No terminal to ask for approval: nothing was approved. To approve without asking, use --yes"));
        if (!input.confirm("Approve " + countText(open) + "?")) {
            throw CommandFailedException.refusal("Nothing was approved.");
        }
    }
}
