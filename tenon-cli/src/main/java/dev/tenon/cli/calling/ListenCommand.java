package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClientException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.Subscription;
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
final class ListenCommand extends CallingCommand {
    private static final long PERIOD_MS = 200;
    /** Before 2026-07-28 the client does not give up by itself. */
    private static final int PATIENCE_SECONDS = 60;

    @Option(names = "--count", paramLabel = "N", description = "End after so many news.")
    @Nullable Integer count;

    @Option(names = "--for", paramLabel = "SECONDS", description = "End after so much time.")
    @Nullable Integer seconds;

    private @Nullable NewsLines news;

    @Override
    void checkWords(List<String> rest) {
        if (count != null && count < 1 || seconds != null && seconds < 1) {
            throw FailureException.misused("--count and --for take a number from 1 on.");
        }
    }

    @Override
    ClientListener listener(Screen screen) {
        NewsLines made = new NewsLines(screen, server.json, count);
        news = made;
        return made;
    }

    @Override
    int run(Session session, List<String> rest) {
        SubscriptionFilter wanted = wanted(session.client().server().capabilities(), rest);
        try (Subscription subscription = session.client().subscribe(wanted)) {
            session.screen().note("Listening for " + words(subscription.honoured()) + ". Ctrl-C ends it.");
            await(subscription);
            return ExitCode.OK;
        }
    }

    /** All that the server tells of. */
    private static SubscriptionFilter wanted(ServerCapabilities can, List<String> uris) {
        boolean tools = can.tools() != null && can.tools().listChanged();
        boolean prompts = can.prompts() != null && can.prompts().listChanged();
        boolean resources = can.resources() != null && can.resources().listChanged();
        if (!tools && !prompts && !resources && uris.isEmpty()) {
            throw new NotSupportedException(
                    "The server does not tell of changes. Resources may be watched by their URIs");
        }
        return new SubscriptionFilter(tools, prompts, resources, uris);
    }

    private static String words(SubscriptionFilter honoured) {
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
        honoured.resourceSubscriptions().forEach(uri -> words.add(Visible.line(uri)));
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }

    private void await(Subscription subscription) {
        NewsLines told = Objects.requireNonNull(news);
        long start = System.nanoTime();
        long heard = start;
        try {
            while (!told.isComplete() && !hasPassed(seconds, start)) {
                if (subscription.isActive()) {
                    heard = System.nanoTime();
                } else if (subscription.isClosed() || hasPassed(PATIENCE_SECONDS, heard)) {
                    throw new FailureException(ExitCode.CONNECTION, noMore(subscription));
                }
                TimeUnit.MILLISECONDS.sleep(PERIOD_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String noMore(Subscription subscription) {
        McpClientException problem = subscription.problem();
        return "The server no longer sends what it was asked for"
                + (problem == null ? ". See with --trace." : ": " + Visible.line(String.valueOf(problem.getMessage())));
    }

    private static boolean hasPassed(@Nullable Integer seconds, long start) {
        return seconds != null && System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(seconds);
    }
}
