package dev.tenon.guard.config;

import dev.tenon.guard.config.internal.ConfigProblems;
import dev.tenon.guard.config.internal.ConfigSection;
import dev.tenon.guard.config.internal.PolicyReader;
import dev.tenon.guard.content.CustomSecretFormat;
import dev.tenon.guard.content.HiddenTextPolicy;
import dev.tenon.guard.content.PromptInjectionPolicy;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.content.SecretRedactionPolicy;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinPolicy;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.ProtocolStrictness;
import dev.tenon.guard.policy.access.AccessEntry;
import dev.tenon.guard.policy.access.AccessPolicy;
import dev.tenon.guard.policy.argument.ArgumentPolicy;
import dev.tenon.guard.policy.argument.ArgumentRule;
import dev.tenon.guard.policy.limit.RateLimit;
import dev.tenon.guard.policy.limit.RateLimitPolicy;
import dev.tenon.guard.policy.limit.SizeLimit;
import dev.tenon.guard.policy.limit.SizeLimitPolicy;
import dev.tenon.guard.policy.schema.KnownToolPolicy;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import java.util.List;

/**
 * What may pass, as it is configured.
 *
 * @param strictness how exact messages must be in form
 * @param tools which tools there are
 * @param resources which resources there are
 * @param prompts which prompts there are
 * @param pins whether tools must be as they were approved
 * @param rates how often tools may be called
 * @param sizes how large arguments and results may be
 * @param arguments rules about arguments
 * @param schemas arguments and results against the tools' own schemas
 * @param hiddenText characters that nobody sees
 * @param promptInjection text that gives a model orders
 * @param secrets secrets in texts
 */
public record PolicySettings(
        ProtocolStrictness strictness,
        ModeAndSettings<AccessSettings> tools,
        ModeAndSettings<AccessSettings> resources,
        ModeAndSettings<AccessSettings> prompts,
        ModeAndSettings<NewToolMode> pins,
        ModeAndSettings<List<RateLimit>> rates,
        ModeAndSettings<List<SizeLimit>> sizes,
        ModeAndSettings<List<ArgumentRule>> arguments,
        ModeAndSettings<Boolean> schemas,
        ModeAndSettings<Boolean> hiddenText,
        ModeAndSettings<Boolean> promptInjection,
        ModeAndSettings<SecretSettings> secrets) {
    private static final int MAX_SCHEMAS = 2_000;
    private static final int MAX_RATE_COUNTERS = 10_000;

    /** The policies of a server of which nothing is said, but how seriously pins are taken. */
    public static PolicySettings defaults(EnforcementMode pins) {
        return PolicyReader.of(new ConfigProblems(), ConfigSection.EMPTY).readSettings(pins);
    }

    /**
     * What is allowed and denied.
     *
     * @param allow empty for nothing
     */
    public record AccessSettings(List<AccessEntry> allow, List<AccessEntry> deny) {
        /** Everything is allowed. */
        public static final AccessSettings ALL = new AccessSettings(List.of(AccessEntry.ofPattern("*")), List.of());

        public AccessSettings {
            allow = List.copyOf(allow);
            deny = List.copyOf(deny);
        }
    }

    /**
     * Which secrets are redacted where.
     *
     * @param own formats beside the common ones
     * @param bothWays whether params to the server are looked at too
     */
    public record SecretSettings(List<CustomSecretFormat> own, boolean bothWays) {
        public SecretSettings {
            own = List.copyOf(own);
        }
    }

    /**
     * The policies of these settings, in the order in which they are asked: who may do what comes first, what changes
     * texts comes last, and schemas are held against what a server really said.
     */
    public PolicyChain createChain(PinStore approved, FindingListener findings) {
        return new PolicyChain(
                        List.of(
                                tools.toEntry(
                                        access -> new AccessPolicy(FeatureKind.TOOL, access.allow(), access.deny())),
                                resources.toEntry(access ->
                                        new AccessPolicy(FeatureKind.RESOURCE, access.allow(), access.deny())),
                                prompts.toEntry(
                                        access -> new AccessPolicy(FeatureKind.PROMPT, access.allow(), access.deny())),
                                pins.toEntry(any -> new PinPolicy(approved)),
                                schemas.toEntry(any -> new KnownToolPolicy()),
                                rates.toEntry(list -> new RateLimitPolicy(list, MAX_RATE_COUNTERS)),
                                sizes.toEntry(SizeLimitPolicy::new),
                                arguments.toEntry(ArgumentPolicy::new),
                                schemas.toEntry(any -> new SchemaPolicy(MAX_SCHEMAS)),
                                hiddenText.toEntry(any -> new HiddenTextPolicy()),
                                promptInjection.toEntry(any -> new PromptInjectionPolicy()),
                                secrets.toEntry(set ->
                                        new SecretRedactionPolicy(new SecretDetector(set.own()), set.bothWays()))),
                        findings)
                .withStrictness(strictness);
    }
}
