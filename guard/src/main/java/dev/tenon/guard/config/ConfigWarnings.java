package dev.tenon.guard.config;

import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.access.AccessEntry;
import dev.tenon.guard.policy.argument.ArgumentRule;
import dev.tenon.uri.HttpUrls;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds settings that are valid but probably unintended. The guard logs them when it starts and when the file changes.
 */
public final class ConfigWarnings {
    private ConfigWarnings() {}

    /** Returns the warnings, each a sentence for the log. */
    public static List<String> of(GuardConfig config) {
        Optional<ListenConfig.AuthorizationConfig> authorization =
                config.listen() instanceof ListenConfig.HttpListenConfig http ? http.authorization() : Optional.empty();
        Stream<String> rules = callerMatchers(config).flatMap(matcher -> authorization
                .map(auth -> unmatchedPatternWarnings(matcher, auth))
                .orElseGet(() -> unreachableRuleWarnings(matcher)));
        return Stream.concat(openListenerWarnings(config.listen()), rules)
                .distinct()
                .toList();
    }

    private static Stream<String> openListenerWarnings(ListenConfig listen) {
        return listen instanceof ListenConfig.HttpListenConfig http
                        && http.authorization().isEmpty()
                        && !HttpUrls.isLoopback(HttpUrls.formatHost(http.host()))
                ? Stream.of("Every machine that reaches " + HttpUrls.formatHost(http.host()) + ":" + http.port()
                        + " may use the guard: front.http is not"
                        + " a loopback address, and there is no front.authorization. Configure it, or"
                        + " listen on 127.0.0.1")
                : Stream.empty();
    }

    private static Stream<CallerMatcher> callerMatchers(GuardConfig config) {
        return config.upstreams().stream()
                .map(UpstreamConfig::policies)
                .flatMap(policies -> Stream.concat(
                        Stream.of(policies.tools(), policies.resources(), policies.prompts())
                                .filter(access -> access.mode() != EnforcementMode.OFF)
                                .flatMap(access -> Stream.concat(
                                        access.settings().allow().stream(), access.settings().deny().stream()))
                                .map(AccessEntry::callers),
                        Stream.of(policies.arguments())
                                .filter(rules -> rules.mode() != EnforcementMode.OFF)
                                .flatMap(rules -> rules.settings().stream())
                                .map(ArgumentRule::callers)));
    }

    private static Stream<String> unreachableRuleWarnings(CallerMatcher matcher) {
        boolean all =
                matcher.principals().isEmpty() || matcher.principals().stream().anyMatch(glob -> glob.matches(""));
        return all && matcher.scopes().isEmpty()
                ? Stream.empty()
                : Stream.of("A rule for principals=" + matcher.principals() + " scopes=" + matcher.scopes()
                        + " never applies: callers have neither name nor scopes without front.authorization");
    }

    private static Stream<String> unmatchedPatternWarnings(
            CallerMatcher matcher, ListenConfig.AuthorizationConfig authorization) {
        return matcher.principals().stream()
                .filter(glob -> !canMatchAnyCaller(glob, authorization))
                .map(glob -> "The pattern \"" + glob
                        + "\" in principals matches no caller, so its rule never applies. A caller is"
                        + " issuer|subject, with one of issuers=" + authorization.issuers()
                        + ", or one of apiKeys=" + authorization.apiKeys().keySet()
                        + ". Write for example \"https://idp.example.com|*\"");
    }

    private static boolean canMatchAnyCaller(Glob glob, ListenConfig.AuthorizationConfig authorization) {
        return authorization.apiKeys().keySet().stream().anyMatch(glob::matches)
                || authorization.issuers().stream().anyMatch(issuer -> glob.canMatchStartingWith(issuer + "|"));
    }
}
