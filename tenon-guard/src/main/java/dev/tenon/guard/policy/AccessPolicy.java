package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Which tools, resources or prompts there are for a caller. What is denied is out, and what is not allowed. It is left
 * out of lists, and asking for it is an error as for something that is not there. So is a URI with a blank or a control character, unless
 * everything is allowed.
 *
 * @param allow what is allowed; an empty list allows nothing
 * @param deny what is denied, also when it is allowed
 */
public record AccessPolicy(Subject subject, List<AccessEntry> allow, List<AccessEntry> deny) implements QuickPolicy {
    private static final AccessEntry EVERYTHING = AccessEntry.named("*");
    /** The rule that a URI breaks which programs read in different ways, or refuse. */
    private static final String FLAW = "uri";

    /** Copies the lists. */
    public AccessPolicy {
        allow = subject == Subject.RESOURCE ? withLowerSchemes(allow) : List.copyOf(allow);
        deny = subject == Subject.RESOURCE ? withLowerSchemes(deny) : List.copyOf(deny);
    }

    private static List<AccessEntry> withLowerSchemes(List<AccessEntry> entries) {
        return entries.stream()
                .map(entry -> new AccessEntry(
                        new Glob(UriForms.withLowerScheme(entry.name().pattern())), entry.hints(), entry.whom()))
                .toList();
    }

    @Override
    public String name() {
        return subject.plural();
    }

    @Override
    public Ruling rule(Passage passage) {
        Optional<Listing> listing = Listing.of(subject, passage);
        if (listing.isPresent()) {
            return listing.get().without((name, definition) -> problem(name, definition, passage.caller()));
        }
        if (subject == Subject.RESOURCE && passage.method().equals("subscriptions/listen")) {
            return Subscriptions.allowed(passage, uri -> problem(uri, null, passage.caller()));
        }
        String target = Target.of(subject, passage);
        Denial denial = target == null ? null : denial(target, passage.definition(), passage.caller());
        return target == null || denial == null
                ? Ruling.PASS
                : Ruling.refuse(finding(target, denial), refusal(target, denial));
    }

    /** Why something is not there for a caller: the rule, and what is so of it. */
    private record Denial(String rule, String why) {}

    private @Nullable Finding problem(String target, @Nullable Json definition, Caller caller) {
        Denial denial = denial(target, definition, caller);
        return denial == null ? null : finding(target, denial);
    }

    private @Nullable Denial denial(String target, @Nullable Json definition, Caller caller) {
        if (deny.isEmpty() && allow.contains(EVERYTHING)) {
            return null;
        }
        OptionalInt unclear = subject == Subject.RESOURCE ? UriForms.unclear(target) : OptionalInt.empty();
        if (unclear.isPresent()) {
            int at = unclear.getAsInt();
            return new Denial(
                    FLAW,
                    String.format(
                            Locale.ROOT,
                            "has U+%04X as character %d, which no URI has",
                            (int) target.charAt(at),
                            at + 1));
        }
        List<String> names = subject == Subject.RESOURCE ? UriForms.of(target) : List.of(target);
        for (AccessEntry entry : deny) {
            if (entry.mayHold(names, definition, caller)) {
                return new Denial("deny", "is denied by the pattern \"" + entry.name() + "\"");
            }
        }
        for (AccessEntry entry : allow) {
            if (entry.holds(names, definition, caller)) {
                return null;
            }
        }
        return new Denial("allow", "is not among those that are allowed");
    }

    private Finding finding(String target, Denial denial) {
        return Finding.of(
                subject.plural() + "." + denial.rule(),
                "The " + subject.word() + " " + Quote.shortened(target) + " " + denial.why() + ".");
    }

    private Refusal refusal(String target, Denial denial) {
        RpcError error = new RpcError(
                ErrorCode.INVALID_PARAMS,
                "There is no " + subject.word() + " " + Quote.shortened(target) + " for this caller"
                        + (denial.rule().equals(FLAW) ? ": it " + denial.why() : ""));
        return new Refusal.Error(subject == Subject.RESOURCE ? error.withData(Map.of("uri", target)) : error);
    }
}
