package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which tools, resources or prompts there are for a caller. What is denied is out, and what is not allowed. It is left out of lists, and asking for it is an error as for something that is not there.
 *
 * @param allow what is allowed; an empty list allows nothing
 * @param deny what is denied, also when it is allowed
 */
public record AccessPolicy(Subject subject, List<AccessEntry> allow, List<AccessEntry> deny) implements QuickPolicy {
    /** Copies the lists. */
    public AccessPolicy {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
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
        Finding problem = target == null ? null : problem(target, passage.definition(), passage.caller());
        return problem == null ? Ruling.PASS : Ruling.refuse(problem, refusal(target));
    }

    private @Nullable Finding problem(String target, @Nullable Json definition, Caller caller) {
        List<String> names = subject == Subject.RESOURCE ? UriForms.of(target) : List.of(target);
        for (AccessEntry entry : deny) {
            if (entry.mayHold(names, definition, caller)) {
                return finding("deny", target, "is denied by the pattern \"" + entry.name() + "\"");
            }
        }
        for (AccessEntry entry : allow) {
            if (entry.holds(names, definition, caller)) {
                return null;
            }
        }
        return finding("allow", target, "is not among those that are allowed");
    }

    private Finding finding(String list, String target, String problem) {
        return Finding.of(
                subject.plural() + "." + list,
                "The " + subject.word() + " " + Quote.shortened(target) + " " + problem + ".");
    }

    private Refusal refusal(@Nullable String target) {
        RpcError error = new RpcError(
                ErrorCode.INVALID_PARAMS,
                "There is no " + subject.word() + " " + Quote.shortened(target) + " for this caller");
        return new Refusal.Error(subject == Subject.RESOURCE ? error.withData(Map.of("uri", target + "")) : error);
    }
}
