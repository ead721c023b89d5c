package dev.tenon.guard.config;

import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Policy;
import java.util.function.Function;

/** The settings of a policy, and how seriously it is taken. */
public record Moded<T>(Mode mode, T settings) {
    /** The policy of these settings at its post. */
    Policies.Post post(Function<T, Policy> made) {
        return new Policies.Post(made.apply(settings), mode);
    }
}
