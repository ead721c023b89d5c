package dev.tenon.cli.client;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.ClientListener;
import dev.tenon.client.Subscription;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code tenon listen}. */
@Command(
        name = "listen",
        description = "Prints notifications of a server: list changes, and updates of these resources.",
        customSynopsis = {"tenon listen [OPTIONS] URL [URI...]", "tenon listen [OPTIONS] [URI...] -- COMMAND [ARGS]"},
        footer = {"", "The command runs until Ctrl-C, or until --count or --for ends it."})
final class ListenCommand extends ClientCommand {
    private static final long POLL_INTERVAL_MS = 200;
    /** Ends the command, because before 2026-07-28 the client reconnects without limit. */
    private static final int RECONNECT_TIMEOUT_SECONDS = 60;

    @Option(names = "--count", paramLabel = "N", description = "Exit after N notifications.")
    @Nullable Integer count;

    @Option(names = "--for", paramLabel = "SECONDS", description = "Exit after this time.")
    @Nullable Integer seconds;

    private @Nullable NotificationPrinter printer;

    @Override
    void checkArguments(List<String> rest) {
        if (count != null && count < 1 || seconds != null && seconds < 1) {
            throw CommandFailedException.usageError("--count and --for must be at least 1.");
        }
    }

    @Override
    ClientListener createListener(TerminalOutput screen) {
        printer = new NotificationPrinter(screen, server.json, count);
        return printer;
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        SubscriptionFilter filter =
                createNonEmptyFilter(session.client().server().capabilities(), rest);
        try (Subscription subscription = session.client().subscribe(filter)) {
            session.screen()
                    .printNote("Listening for " + describeFilter(subscription.acceptedFilter())
                            + ". Press Ctrl-C to stop.");
            awaitLimitOrFail(subscription);
            return ExitCode.OK;
        }
    }

    /**
     * Returns a filter for all list changes that the server sends, and for updates of these resources.
     *
     * @throws NotSupportedException if the server sends no list changes and there are no URIs
     */
    private static SubscriptionFilter createNonEmptyFilter(ServerCapabilities capabilities, List<String> uris) {
        boolean tools = capabilities.tools() != null && capabilities.tools().listChanged();
        boolean prompts =
                capabilities.prompts() != null && capabilities.prompts().listChanged();
        boolean resources =
                capabilities.resources() != null && capabilities.resources().listChanged();
        if (!tools && !prompts && !resources && uris.isEmpty()) {
            throw new NotSupportedException(
                    "The server does not send list changes. To subscribe to resources, give their URIs");
        }
        return new SubscriptionFilter(tools, prompts, resources, uris);
    }

    private static String describeFilter(SubscriptionFilter accepted) {
        List<String> words = new ArrayList<>();
        if (accepted.toolsListChanged()) {
            words.add("tools");
        }
        if (accepted.promptsListChanged()) {
            words.add("prompts");
        }
        if (accepted.resourcesListChanged()) {
            words.add("resources");
        }
        accepted.resourceSubscriptions().forEach(uri -> words.add(TextEscaper.escapeLine(uri)));
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }

    /**
     * Waits until {@code --count} or {@code --for} ends the command, or the thread is interrupted.
     *
     * @throws CommandFailedException if the subscription is closed, or has not been active for 60 seconds
     */
    private void awaitLimitOrFail(Subscription subscription) {
        NotificationPrinter notificationPrinter = Objects.requireNonNull(printer);
        long start = System.nanoTime();
        long lastActive = start;
        try {
            while (!notificationPrinter.isComplete() && !hasPassed(seconds, start)) {
                if (subscription.isActive()) {
                    lastActive = System.nanoTime();
                } else if (subscription.isClosed() || hasPassed(RECONNECT_TIMEOUT_SECONDS, lastActive)) {
                    throw CommandFailedException.connectionFailure(endMessage(subscription));
                }
                TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String endMessage(Subscription subscription) {
        McpClientException problem = subscription.failure();
        return "The server no longer sends the requested notifications"
                + (problem == null
                        ? ". For details, use --trace."
                        : ": " + TextEscaper.escapeLine(String.valueOf(problem.getMessage())));
    }

    private static boolean hasPassed(@Nullable Integer seconds, long start) {
        return seconds != null && System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(seconds);
    }
}
