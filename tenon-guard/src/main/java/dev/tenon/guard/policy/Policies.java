package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Tolerance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policies in their order, each with its mode. A change by one is what the next one sees; the first refusal ends it.
 *
 * <p>A policy that fails counts as one that refuses: what could not be checked does not pass, unless it only warns.
 */
public final class Policies {
    /** Nothing is checked. */
    public static final Policies NONE = new Policies(List.of(), Findings.NONE);

    private static final Logger LOG = LoggerFactory.getLogger(Policies.class);

    private final List<Post> posts;
    private final Findings findings;
    private final Exactness exactness;

    /** Those policies, in that order, with somebody who hears of what they find; messages must be exact. */
    public Policies(List<Post> posts, Findings findings) {
        this(posts, findings, Exactness.STRICT);
    }

    private Policies(List<Post> posts, Findings findings, Exactness exactness) {
        this.posts = posts.stream().filter(post -> post.mode() != Mode.OFF).toList();
        this.findings = findings;
        this.exactness = exactness;
    }

    /** With messages that must be as exact as that. */
    public Policies withExactness(Exactness changed) {
        return new Policies(posts, findings, changed);
    }

    /** A policy and how seriously it is taken. */
    public record Post(Policy policy, Mode mode) {}

    /** Asks every policy about a message. */
    public Verdict apply(Passage passage) {
        if (posts.isEmpty()) {
            return new Verdict(passage, null, List.of());
        }
        Passage now = passage;
        List<Report> reports = new ArrayList<>();
        for (Post post : posts) {
            Ruling ruling = ask(post.policy(), now);
            if (ruling instanceof Ruling.Pass && ruling.findings().isEmpty()) {
                continue;
            }
            Report.Outcome outcome = outcome(post.mode(), ruling);
            report(post, ruling, outcome, now, reports);
            if (outcome == Report.Outcome.REFUSED && ruling instanceof Ruling.Refuse refuse) {
                return new Verdict(now, refuse.refusal(), reports);
            }
            if (outcome == Report.Outcome.CHANGED && ruling instanceof Ruling.Change change) {
                now = now.withBody(change.body());
            }
        }
        return new Verdict(now, null, reports);
    }

    /** Whether none of them ever waits when it is asked about messages of this method and what answers them. */
    public boolean neverBlock(String method) {
        for (Post post : posts) {
            if (!post.policy().neverBlocks(method)) {
                return false;
            }
        }
        return true;
    }

    /** Refreshes what they have at hand: see {@link Policy#refresh}. */
    public void refresh() {
        posts.forEach(post -> post.policy().refresh());
    }

    /** Whether one of them has to see the whole tool list of this server first: see {@link Policy#needsTools}. */
    public boolean needTools(String upstream) {
        for (Post post : posts) {
            if (post.policy().needsTools(upstream)) {
                return true;
            }
        }
        return false;
    }

    /** Has those that need it learn the tool list of this server. */
    public void learnTools(String upstream, Supplier<Map<String, Json>> tools) {
        for (Post post : posts) {
            if (post.policy().needsTools(upstream)) {
                post.policy().learnTools(upstream, tools);
            }
        }
    }

    /** Whether a message passes that has failed this check of its form; the observer hears of it too. */
    public boolean lets(Tolerance.Check check, Passage message, String detail, Findings observer) {
        Mode mode = exactness.mode(check);
        if (mode != Mode.OFF) {
            String name = Exactness.name(check);
            Report.Outcome outcome = exactness.allows(check) ? Report.Outcome.NOTED : Report.Outcome.REFUSED;
            Report report = new Report(name, mode, Finding.of(name, detail), outcome);
            findings.found(message, report);
            observer.found(message, report);
        }
        return exactness.allows(check);
    }

    private static Report.Outcome outcome(Mode mode, Ruling ruling) {
        if (mode != Mode.ENFORCE || ruling instanceof Ruling.Pass) {
            return Report.Outcome.NOTED;
        }
        return ruling instanceof Ruling.Change ? Report.Outcome.CHANGED : Report.Outcome.REFUSED;
    }

    private void report(Post post, Ruling ruling, Report.Outcome outcome, Passage passage, List<Report> reports) {
        for (Finding finding : ruling.findings()) {
            Report report = new Report(post.policy().name(), post.mode(), finding, outcome);
            reports.add(report);
            findings.found(passage, report);
        }
    }

    private static Ruling ask(Policy policy, Passage passage) {
        try {
            return policy.rule(passage);
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            String incident = UUID.randomUUID().toString();
            LOG.error("Policy {} failed, incident {}", policy.name(), incident, e);
            return Ruling.refuse(
                    Finding.of(policy.name() + ".failed", "The policy failed, incident " + incident),
                    Refusal.error(ErrorCode.INTERNAL_ERROR, "Internal error, incident " + incident));
        }
    }
}
