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
        description = "Prints what a server tells of: changes of its lists, and of the resources with these URIs.",
        customSynopsis = {"tenon listen [OPTIONS] URL [URI...]", "tenon listen [OPTIONS] [URI...] -- COMMAND [ARGS]"},
        footer = {"", "It listens until Ctrl-C, unless --count or --for ends it."})
final class ListenCommand extends ClientCommand {
    private static final long PERIOD_MS = 200;
    /** Before 2026-07-28 the client does not give up by itself. */
    private static final int RECONNECT_TIMEOUT_SECONDS = 60;

    @Option(names = "--count", paramLabel = "N", description = "End after so many news.")
    @Nullable Integer count;

    @Option(names = "--for", paramLabel = "SECONDS", description = "End after so much time.")
    @Nullable Integer seconds;

    private @Nullable NotificationPrinter printer;

    @Override
    void checkArguments(List<String> rest) {
        if (count != null && count < 1 || seconds != null && seconds < 1) {
            throw CommandFailedException.usageError("--count and --for take a number from 1 on.");
        }
    }

    @Override
    ClientListener createListener(TerminalOutput screen) {
        NotificationPrinter made = new NotificationPrinter(screen, server.json, count);
        printer = made;
        return made;
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        SubscriptionFilter wanted = createFilter(session.client().server().capabilities(), rest);
        try (Subscription subscription = session.client().subscribe(wanted)) {
            session.screen()
                    .printNote("Listening for " + describeFilter(subscription.acceptedFilter()) + ". Ctrl-C ends it.");
            awaitEnd(subscription);
            return ExitCode.OK;
        }
    }

    /** All that the server tells of. */
    private static SubscriptionFilter createFilter(ServerCapabilities can, List<String> uris) {
        boolean tools = can.tools() != null && can.tools().listChanged();
        boolean prompts = can.prompts() != null && can.prompts().listChanged();
        boolean resources = can.resources() != null && can.resources().listChanged();
        if (!tools && !prompts && !resources && uris.isEmpty()) {
            throw new NotSupportedException(
                    "The server does not tell of changes. Resources may be watched by their URIs");
        }
        return new SubscriptionFilter(tools, prompts, resources, uris);
    }

    private static String describeFilter(SubscriptionFilter honoured) {
        List<String> words = new ArrayList<>();
        if (honoured.toolsListChanged()) {
            words.add("tools");
        }
        if (honoured.promptsListChanged()) {
            words.add("prompts");
        }
        if (honoured.resourcesListChanged()) {
            words.add("resources");
        }
        honoured.resourceSubscriptions().forEach(uri -> words.add(TextEscaper.escapeLine(uri)));
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }

    private void awaitEnd(Subscription subscription) {
        NotificationPrinter told = Objects.requireNonNull(printer);
        long start = System.nanoTime();
        long heard = start;
        try {
            while (!told.isComplete() && !hasPassed(seconds, start)) {
                if (subscription.isActive()) {
                    heard = System.nanoTime();
                } else if (subscription.isClosed() || hasPassed(RECONNECT_TIMEOUT_SECONDS, heard)) {
                    throw new CommandFailedException(ExitCode.CONNECTION, endMessage(subscription));
                }
                TimeUnit.MILLISECONDS.sleep(PERIOD_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String endMessage(Subscription subscription) {
        McpClientException problem = subscription.failure();
        return "The server no longer sends what it was asked for"
                + (problem == null
                        ? ". See with --trace."
                        : ": " + TextEscaper.escapeLine(String.valueOf(problem.getMessage())));
    }

    private static boolean hasPassed(@Nullable Integer seconds, long start) {
        return seconds != null && System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(seconds);
    }
}
