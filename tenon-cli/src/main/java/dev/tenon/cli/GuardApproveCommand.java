package dev.tenon.cli;

import dev.tenon.cli.asking.Keyboard;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.McpClientException;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.running.PinReview;
import dev.tenon.guard.running.PinReview.Entry;
import dev.tenon.guard.running.PinReview.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tenon guard approve}. */
@Command(
        name = "approve",
        description =
                "Shows the commands that a guard would start and what has changed in the tools of its servers, asks,"
                        + " and remembers what you agree to.",
        mixinStandardHelpOptions = true,
        versionProvider = TenonCommand.Versions.class,
        footer = {
            "",
            "Examples:",
            "  tenon guard approve -- npx -y @modelcontextprotocol/server-filesystem@2025.8.21 /data",
            "  tenon guard approve --config guard.yaml",
            "  tenon guard approve --config guard.yaml read_file write_file"
        })
final class GuardApproveCommand implements Callable<Integer> {
    private final List<String> command;

    @Spec
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration of the guard.")
    private @Nullable Path file;

    @Option(names = "--yes", description = "Agree to everything without being asked.")
    private boolean yes;

    @Mixin
    private GuardOptions options = new GuardOptions();

    @Parameters(paramLabel = "TOOL", arity = "0..*", description = "Only these tools; all of them unless any is named.")
    private List<String> tools = List.of();

    /** The command of the server stood behind {@code --}; empty when there was none. */
    GuardApproveCommand(List<String> command) {
        this.command = command;
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() {
        GuardConfig config = GuardRun.told(() -> file == null ? options.config(command) : GuardConfig.read(file));
        Screen screen =
                Screen.of(spec.commandLine().getOut(), spec.commandLine().getErr());
        PinReview review = new PinReview(config, GuardRun.surroundings(yes));
        List<Entry> entries = GuardRun.told(() -> entries(review));
        mustBeThere(entries);
        List<Entry> open = entries.stream()
                .filter(entry -> entry.kind() == Kind.NEW || entry.kind() == Kind.CHANGED)
                .filter(entry -> tools.isEmpty() || tools.contains(entry.tool()))
                .toList();
        entries.stream()
                .filter(entry -> entry.kind() == Kind.GONE)
                .forEach(entry -> screen.line("gone     " + name(entry)));
        if (open.isEmpty()) {
            screen.line("Nothing is left to approve: " + count(entries) + " as approved.");
            return ExitCode.OK;
        }
        open.forEach(entry -> show(screen, entry));
        agree(screen, open);
        GuardRun.told(() -> {
            review.approve(open);
            return open;
        });
        screen.line("Approved: " + count(open) + ", in " + config.lock());
        return ExitCode.OK;
    }

    private static List<Entry> entries(PinReview review) {
        try {
            return review.entries();
        } catch (McpClientException e) {
            throw new FailureException(
                    ExitCode.CONNECTION, "The tools cannot be listed: " + Visible.line(String.valueOf(e.getMessage())));
        }
    }

    private void mustBeThere(List<Entry> entries) {
        List<String> known = entries.stream().map(Entry::tool).toList();
        String unknown = tools.stream().filter(tool -> !known.contains(tool)).collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw FailureException.misused("There is no tool " + unknown + ". There are: " + String.join(", ", known));
        }
    }

    private static void show(Screen screen, Entry entry) {
        screen.line((entry.kind() == Kind.NEW ? "new      " : "changed  ") + name(entry));
        entry.difference().text().lines().forEach(line -> screen.line("  " + line));
    }

    private static String name(Entry entry) {
        return Visible.line(entry.server()) + "/" + Visible.line(entry.tool());
    }

    private static String count(List<Entry> entries) {
        return entries.size() == 1 ? "1 tool" : entries.size() + " tools";
    }

    private void agree(Screen screen, List<Entry> open) {
        if (yes) {
            return;
        }
        Keyboard keyboard = Keyboard.at(screen)
                .orElseThrow(() -> new FailureException(
                        ExitCode.REFUSED, "Nobody is there to ask, so nothing was approved. If it shall be: --yes"));
        if (!keyboard.agrees("Approve " + count(open) + "?")) {
            throw new FailureException(ExitCode.REFUSED, "Nothing was approved.");
        }
    }
}
