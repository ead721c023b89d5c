package dev.tenon.guard.policy.access;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.DefinitionList;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.internal.MessageTargetReader;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tools, resources or prompts a caller may use. The policy removes features that are denied, or not
 * allowed, from lists, and rejects requests for them with the error for an unknown feature. It also rejects a URI that
 * contains a blank or a control character, unless everything is allowed.
 *
 * @param kind the kind of features that this policy covers
 * @param allow the allowed features; an empty list allows nothing
 * @param deny the denied features, even if they are also allowed
 */
public record AccessPolicy(FeatureKind kind, List<AccessEntry> allow, List<AccessEntry> deny)
        implements NonBlockingPolicy {
    private static final AccessEntry EVERYTHING = AccessEntry.ofPattern("*");
    /** The rule for URIs that programs parse in different ways, or reject. */
    private static final String INVALID_URI_RULE = "uri";

    private static final String URIS = "resourceSubscriptions";

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
    public PolicyDecision evaluate(PolicyMessage message) {
        Optional<DefinitionList> list = DefinitionList.of(kind, message);
        if (list.isPresent()) {
            return list.get().removeInvalid((name, definition) -> findProblem(name, definition, message.caller()));
        }
        if (kind == FeatureKind.RESOURCE && message.method().equals("subscriptions/listen")) {
            return removeDeniedUris(message);
        }
        String target = MessageTargetReader.readTarget(kind, message);
        Denial denial = target == null ? null : findDenial(target, message.definition(), message.caller());
        return target == null || denial == null
                ? PolicyDecision.ALLOW
                : PolicyDecision.reject(toFinding(target, denial), toRejection(target, denial));
    }

    /** Removes the URIs that the caller may not read from a {@code subscriptions/listen} request (2026-07-28). */
    private PolicyDecision removeDeniedUris(PolicyMessage message) {
        Json filter = message.body().get("notifications");
        Json uris = filter == null ? null : filter.get(URIS);
        if (message.kind() != MessageKind.REQUEST || filter == null || uris == null) {
            return PolicyDecision.ALLOW;
        }
        List<Json> kept = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (Json uri : uris.elements()) {
            String text = uri.string();
            Finding problem = text == null ? null : findProblem(text, null, message.caller());
            if (problem == null) {
                kept.add(uri);
            } else {
                findings.add(new Finding(problem.rule(), "notifications." + URIS, problem.detail()));
            }
        }
        Json changed = filter.withMember(URIS, Json.of(kept));
        return PolicyDecision.rewriteOrAllow(findings, message.body().withMember("notifications", changed));
    }

    /** Why a feature is unavailable to a caller: the rule, and the end of a sentence that begins with the feature. */
    private record Denial(String rule, String reason) {}

    private @Nullable Finding findProblem(String target, @Nullable Json definition, Caller caller) {
        Denial denial = findDenial(target, definition, caller);
        return denial == null ? null : toFinding(target, denial);
    }

    private @Nullable Denial findDenial(String target, @Nullable Json definition, Caller caller) {
        if (deny.isEmpty() && allow.contains(EVERYTHING)) {
            return null;
        }
        int at = kind == FeatureKind.RESOURCE ? UriVariants.indexOfInvalidCharacter(target) : -1;
        if (at >= 0) {
            int character = target.charAt(at);
            return new Denial(
                    INVALID_URI_RULE,
                    String.format(Locale.ROOT, "has U+%04X as character %d, which no URI has", character, at + 1));
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
        return new Denial("allow", "is not in the allow list");
    }

    private Finding toFinding(String target, Denial denial) {
        String detail = "The " + kind.singular() + " " + Excerpts.quote(target) + " " + denial.reason() + ".";
        return Finding.of(kind.plural() + "." + denial.rule(), detail);
    }

    private PolicyRejection toRejection(String target, Denial denial) {
        String reason = denial.rule().equals(INVALID_URI_RULE) ? ": it " + denial.reason() : "";
        String text = "There is no " + kind.singular() + " " + Excerpts.quote(target) + " for this caller" + reason;
        RpcError error = new RpcError(ErrorCode.INVALID_PARAMS, text);
        return new PolicyRejection.ProtocolError(
                kind == FeatureKind.RESOURCE ? error.withData(Map.of("uri", target)) : error);
    }
}
