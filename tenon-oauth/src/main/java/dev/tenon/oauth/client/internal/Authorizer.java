package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.Login;
import dev.tenon.oauth.client.Logout;
import dev.tenon.oauth.client.OAuth;
import dev.tenon.oauth.internal.HttpConnection;
import dev.tenon.oauth.internal.WebAnswer;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out the tokens that there are, and sees to it that there are some. */
public final class Authorizer implements OAuth {
    private final Settings settings;
    private final Nonces nonces = new Nonces();
    private final Holder holder;
    private final Renewal renewal;
    private final Turn turn;
    private final Door door;
    private final Leaving leaving;

    /** For that server. */
    public Authorizer(Settings settings) {
        this.settings = settings;
        AddressRules rules = new AddressRules(settings.server(), settings::isTrusted, settings.network());
        Web web = new Web(rules, settings.limits(), new HttpConnection(settings.network(), settings.tls()));
        Vault vault = Vault.of(settings.store(), settings.server());
        Registrar registrar = new Registrar(settings, vault, web);
        TokenEndpoint endpoint = new TokenEndpoint(web, nonces);
        Issuers issuers = new Issuers(web);
        CodeFlow flow = new CodeFlow(settings, web, registrar, endpoint);
        this.holder = new Holder(vault);
        this.turn = new Turn(settings.limits().loginTime().plusMinutes(1), "waiting for another login");
        this.renewal = new Renewal(
                settings,
                new Discovery(settings, web, issuers),
                issuers,
                new Getting(settings, registrar, endpoint, flow),
                holder);
        this.door = new Door(settings, web, nonces);
        this.leaving = new Leaving(settings, web, registrar, issuers);
    }

    @Override
    public HttpTarget target() {
        return Target.http(settings.server()).withAuth(this);
    }

    /** The headers of a request to the server; none for anybody else. */
    @Override
    public Map<String, String> headers(String method, URI uri) {
        if (!HttpUrls.sameOrigin(uri, settings.server())) {
            return Map.of();
        }
        Holder.Held held = inTime();
        if (held == null) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        Tokens tokens = held.tokens();
        if (held.key() != null) {
            String proof = held.key()
                    .proof(method, uri, tokens.access(), nonces.of(uri))
                    .serialize();
            headers.put("DPoP", proof);
        }
        headers.put("Authorization", header(tokens));
        return headers;
    }

    private static String header(Tokens tokens) {
        return (tokens.isBound() ? "DPoP " : "Bearer ") + tokens.access();
    }

    /** The tokens, refreshed beforehand when they are about to end. */
    private Holder.@Nullable Held inTime() {
        Holder.Held held = holder.held();
        if (held == null || !renewal.isDue(held.tokens())) {
            return held;
        }
        return turn.take(() -> {
            Tokens now = holder.tokens();
            if (now != null && renewal.isDue(now)) {
                renewal.early(now);
            }
            return holder.held();
        });
    }

    /** Takes note of a nonce, and of tokens that are good. */
    @Override
    public void answered(int status, URI uri, Map<String, List<String>> headers) {
        nonces.took(uri, new WebAnswer(status, headers, new byte[0]).header("dpop-nonce"));
        if (status / 100 == 2) {
            holder.accepted();
        }
    }

    /** Whether there are other tokens for a request that was refused. */
    @Override
    public boolean refused(Refusal refusal) {
        Challenge challenge = Challenge.of(refusal.challenges());
        if (challenge.wantsNonce()) {
            return refusal.sent().containsKey("dpop") && nonces.of(refusal.uri()) != null;
        }
        boolean lacksScope = refusal.status() == 403 && challenge.isScopeMissing();
        if (refusal.status() != 401 && !lacksScope) {
            return false;
        }
        return turn.share(() -> {
            String sent = MultivaluedMapUtils.getFirstValue(refusal.sent(), "authorization");
            Tokens now = holder.reread();
            if (now != null && !header(now).equals(sent)) {
                return true;
            }
            if (lacksScope) {
                return renewal.stepUp(challenge, now, refusal.sent());
            }
            renewal.renew(challenge, now, refusal.sent());
            return true;
        });
    }

    @Override
    public Optional<Login> login() {
        return turn.take(() -> {
            Challenge challenge = door.knock(Map.of());
            if (challenge == null && !renewal.isProtected()) {
                return Optional.<Login>empty();
            }
            renewal.login(challenge == null ? Challenge.NONE : challenge, holder.reread());
            checkTaken();
            return current();
        });
    }

    /** A login that the server does not take is told at once, and not by the next call. */
    private void checkTaken() {
        URI server = Resources.canonical(settings.server());
        Challenge refusal = door.knock(headers("POST", server));
        if (refusal != null && refusal.wantsNonce()) {
            refusal = door.knock(headers("POST", server));
        }
        Tokens tokens = holder.tokens();
        if (refusal != null && tokens != null) {
            throw renewal.refusedAtOnce(refusal, tokens);
        }
    }

    @Override
    public Optional<Login> current() {
        return Optional.ofNullable(holder.tokens()).map(Tokens::login);
    }

    @Override
    public Logout logout() {
        return turn.take(() -> {
            Tokens tokens = holder.reread();
            if (tokens == null) {
                return Logout.NOTHING;
            }
            try {
                return leaving.revoke(tokens);
            } finally {
                holder.forget();
            }
        });
    }

    /** The extensions that the grant is one of. */
    @Override
    public Map<String, Json> extensions() {
        if (settings.grant() instanceof Grant.ClientCredentials) {
            return Map.of("io.modelcontextprotocol/oauth-client-credentials", Json.EMPTY_OBJECT);
        }
        if (settings.grant() instanceof Grant.Enterprise) {
            return Map.of("io.modelcontextprotocol/enterprise-managed-authorization", Json.EMPTY_OBJECT);
        }
        return Map.of();
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "OAuth[" + settings.server() + "]";
    }
}
