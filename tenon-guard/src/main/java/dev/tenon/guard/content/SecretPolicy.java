package dev.tenon.guard.content;

import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Part;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.QuickPolicy;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.json.Json;

/** Redacts {@linkplain Secrets secrets}: in what a server says, and, if wanted, in the params that go to it. */
public final class SecretPolicy implements QuickPolicy {
    private final Secrets secrets;
    private final boolean bothWays;

    /** A policy with these formats, in the params of requests to the server too or not. */
    public SecretPolicy(Secrets secrets, boolean bothWays) {
        this.secrets = secrets;
        this.bothWays = bothWays;
    }

    @Override
    public String name() {
        return "secrets";
    }

    @Override
    public Ruling rule(Passage passage) {
        boolean asked = passage.direction() == Direction.TO_CLIENT || (bothWays && passage.part() == Part.REQUEST);
        if (!asked) {
            return Ruling.PASS;
        }
        Screening screening =
                new Screening(secrets, (text, spans) -> Span.replaced(text, spans, Secrets::replacement), "");
        Json redacted = screening.look(passage.body());
        return Ruling.change(screening.findings(), redacted);
    }
}
