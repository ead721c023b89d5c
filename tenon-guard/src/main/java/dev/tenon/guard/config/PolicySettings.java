package dev.tenon.guard.config;

import dev.tenon.guard.content.HiddenPolicy;
import dev.tenon.guard.content.InstructionPolicy;
import dev.tenon.guard.content.OwnSecret;
import dev.tenon.guard.content.SecretPolicy;
import dev.tenon.guard.content.Secrets;
import dev.tenon.guard.pin.NewTools;
import dev.tenon.guard.pin.PinPolicy;
import dev.tenon.guard.pin.Pins;
import dev.tenon.guard.policy.AccessEntry;
import dev.tenon.guard.policy.AccessPolicy;
import dev.tenon.guard.policy.ArgumentPolicy;
import dev.tenon.guard.policy.ArgumentRule;
import dev.tenon.guard.policy.Exactness;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.KnownToolPolicy;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Rate;
import dev.tenon.guard.policy.RatePolicy;
import dev.tenon.guard.policy.SchemaPolicy;
import dev.tenon.guard.policy.SizePolicy;
import dev.tenon.guard.policy.Sizes;
import dev.tenon.guard.policy.Subject;
import java.util.List;

/**
 * What may pass, as it is configured.
 *
 * @param exactness how exact messages must be in form
 * @param tools which tools there are
 * @param resources which resources there are
 * @param prompts which prompts there are
 * @param pins whether tools must be as they were approved
 * @param rates how often tools may be called
 * @param sizes how large arguments and results may be
 * @param arguments rules about arguments
 * @param schemas arguments and results against the tools' own schemas
 * @param hidden characters that nobody sees
 * @param instructions text that gives a model orders
 * @param secrets secrets in texts
 */
public record PolicySettings(
        Exactness exactness,
        Moded<Access> tools,
        Moded<Access> resources,
        Moded<Access> prompts,
        Moded<NewTools> pins,
        Moded<List<Rate>> rates,
        Moded<List<Sizes>> sizes,
        Moded<List<ArgumentRule>> arguments,
        Moded<Boolean> schemas,
        Moded<Boolean> hidden,
        Moded<Boolean> instructions,
        Moded<SecretSettings> secrets) {
    private static final int MOST_SCHEMAS = 2_000;
    private static final int MOST_COUNTS = 10_000;

    /** The policies of a server of which nothing is said, but how seriously pins are taken. */
    public static PolicySettings usual(Mode pins) {
        return PolicyReader.of(new Problems(), Section.EMPTY).settings(pins);
    }

    /**
     * What is allowed and denied.
     *
     * @param allow empty for nothing
     */
    public record Access(List<AccessEntry> allow, List<AccessEntry> deny) {
        /** Everything is allowed. */
        public static final Access ALL = new Access(List.of(AccessEntry.named("*")), List.of());

        public Access {
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
    public record SecretSettings(List<OwnSecret> own, boolean bothWays) {
        public SecretSettings {
            own = List.copyOf(own);
        }
    }

    /**
     * The policies of these settings, in the order in which they are asked: who may do what comes first, what changes texts
     * comes last, and schemas are held against what a server really said.
     */
    public Policies policies(Pins approved, Findings findings) {
        return new Policies(
                        List.of(
                                tools.post(access -> new AccessPolicy(Subject.TOOL, access.allow(), access.deny())),
                                resources.post(
                                        access -> new AccessPolicy(Subject.RESOURCE, access.allow(), access.deny())),
                                prompts.post(access -> new AccessPolicy(Subject.PROMPT, access.allow(), access.deny())),
                                pins.post(any -> new PinPolicy(approved)),
                                schemas.post(any -> new KnownToolPolicy()),
                                rates.post(list -> new RatePolicy(list, MOST_COUNTS)),
                                sizes.post(SizePolicy::new),
                                arguments.post(ArgumentPolicy::new),
                                schemas.post(any -> new SchemaPolicy(MOST_SCHEMAS)),
                                hidden.post(any -> new HiddenPolicy()),
                                instructions.post(any -> new InstructionPolicy()),
                                secrets.post(set -> new SecretPolicy(new Secrets(set.own()), set.bothWays()))),
                        findings)
                .withExactness(exactness);
    }
}
