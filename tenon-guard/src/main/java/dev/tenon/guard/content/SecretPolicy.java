package dev.tenon.guard.content;

import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Part;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.QuickPolicy;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.json.Json;

/**
 * Redacts {@linkplain Secrets secrets}: in what a server says, and, if wanted, in the params that go to it.
 *
 * @param secrets the formats
 * @param bothWays whether the params of requests to the server are redacted too
 */
public record SecretPolicy(Secrets secrets, boolean bothWays) implements QuickPolicy {
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
