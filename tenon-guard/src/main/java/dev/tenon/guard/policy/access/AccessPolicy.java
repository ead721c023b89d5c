package dev.tenon.guard.policy.access;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.DefinitionList;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.internal.TargetReader;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
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
 * out of lists, and asking for it is an error as for something that is not there. So is a URI with a blank or a control
 * character, unless everything is allowed.
 *
 * @param allow what is allowed; an empty list allows nothing
 * @param deny what is denied, also when it is allowed
 */
public record AccessPolicy(FeatureKind kind, List<AccessEntry> allow, List<AccessEntry> deny)
        implements NonBlockingPolicy {
    private static final AccessEntry EVERYTHING = AccessEntry.ofPattern("*");
    /** The rule that a URI breaks which programs read in different ways, or refuse. */
    private static final String INVALID_URI_RULE = "uri";

    /** Copies the lists. */
    public AccessPolicy {
        allow = kind == FeatureKind.RESOURCE ? lowerCaseSchemes(allow) : List.copyOf(allow);
        deny = kind == FeatureKind.RESOURCE ? lowerCaseSchemes(deny) : List.copyOf(deny);
    }

    private static List<AccessEntry> lowerCaseSchemes(List<AccessEntry> entries) {
        return entries.stream()
                .map(entry -> new AccessEntry(
                        new Glob(UriVariants.lowerCaseScheme(entry.pattern().pattern())),
                        entry.hints(),
                        entry.callers()))
                .toList();
    }

    @Override
    public String name() {
        return kind.plural();
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        Optional<DefinitionList> listing = DefinitionList.of(kind, passage);
        if (listing.isPresent()) {
            return listing.get().removeInvalid((name, definition) -> findProblem(name, definition, passage.caller()));
        }
        if (kind == FeatureKind.RESOURCE && passage.method().equals("subscriptions/listen")) {
            return SubscriptionUriFilter.removeDenied(passage, uri -> findProblem(uri, null, passage.caller()));
        }
        String target = TargetReader.readTarget(kind, passage);
        Denial denial = target == null ? null : findDenial(target, passage.definition(), passage.caller());
        return target == null || denial == null
                ? PolicyDecision.ALLOW
                : PolicyDecision.reject(toFinding(target, denial), toRejection(target, denial));
    }

    /** Why something is not there for a caller: the rule, and what is so of it. */
    private record Denial(String rule, String why) {}

    private @Nullable Finding findProblem(String target, @Nullable Json definition, Caller caller) {
        Denial denial = findDenial(target, definition, caller);
        return denial == null ? null : toFinding(target, denial);
    }

    private @Nullable Denial findDenial(String target, @Nullable Json definition, Caller caller) {
        if (deny.isEmpty() && allow.contains(EVERYTHING)) {
            return null;
        }
        OptionalInt unclear =
                kind == FeatureKind.RESOURCE ? UriVariants.findInvalidCharacter(target) : OptionalInt.empty();
        if (unclear.isPresent()) {
            int at = unclear.getAsInt();
            return new Denial(
                    INVALID_URI_RULE,
                    String.format(
                            Locale.ROOT,
                            "has U+%04X as character %d, which no URI has",
                            (int) target.charAt(at),
                            at + 1));
        }
        List<String> names = kind == FeatureKind.RESOURCE ? UriVariants.of(target) : List.of(target);
        for (AccessEntry entry : deny) {
            if (entry.mayMatch(names, definition, caller)) {
                return new Denial("deny", "is denied by the pattern \"" + entry.pattern() + "\"");
            }
        }
        for (AccessEntry entry : allow) {
            if (entry.matches(names, definition, caller)) {
                return null;
            }
        }
        return new Denial("allow", "is not among those that are allowed");
    }

    private Finding toFinding(String target, Denial denial) {
        return Finding.of(
                kind.plural() + "." + denial.rule(),
                "The " + kind.singular() + " " + Excerpts.quote(target) + " " + denial.why() + ".");
    }

    private PolicyRejection toRejection(String target, Denial denial) {
        RpcError error = new RpcError(
                ErrorCode.INVALID_PARAMS,
                "There is no " + kind.singular() + " " + Excerpts.quote(target) + " for this caller"
                        + (denial.rule().equals(INVALID_URI_RULE) ? ": it " + denial.why() : ""));
        return new PolicyRejection.ProtocolError(
                kind == FeatureKind.RESOURCE ? error.withData(Map.of("uri", target)) : error);
    }
}
