package dev.tenon.guard.config;

import static dev.tenon.guard.config.Shape.Field.of;
import static dev.tenon.guard.config.Shape.Field.required;

import java.util.List;
import java.util.regex.Pattern;

/** The shape of a configuration file as a whole. */
final class GuardShape {
    private static final Shape SCOPES = new Shape.Listed(Texts.SCOPE, 0);

    private static final Shape AUTHENTICATION = new Shape.Word(List.of("client_secret_basic", "client_secret_post"));

    private static final String AUTHENTICATION_IS =
            "Where the secret is sent: in a header or in the body; client_secret_basic unless it is given.";

    static final Shape.Fields SECRET = Shape.Fields.of(
                    "the place of a secret",
                    of("env", "The variable of the guard's environment that holds it.", Texts.VARIABLE),
                    of("file", "The file that holds it.", Texts.PATH))
            .exactlyOneOf("env", "file");

    private static final Shape AUTHORIZATION = Shape.Fields.of(
            "what clients must bring",
            of("issuers", "The authorization servers whose tokens count.", new Shape.Listed(Texts.URL, 1)),
            of("resource", "The URL of this guard that tokens must be made for; with issuers.", Texts.URL),
            of("scopes", "What a token must have been granted.", SCOPES),
            of(
                    "apiKeys",
                    "Keys that do not change, sent as bearer tokens, by the names of the callers who have them.",
                    new Shape.Named(SECRET, "up to 64 letters, digits, _ and -", Texts.NAMES, 1)));

    private static final Shape FRONT = Shape.Fields.of(
                    "how clients reach the guard",
                    of(
                            "stdio",
                            "By standard input and output: this is so, too, when there is no front at all.",
                            new Shape.Flag()),
                    of("http", "Over HTTP, at this address.", Texts.ADDRESS),
                    of("path", "The path of the endpoint; /mcp unless it is given.", Texts.ENDPOINT),
                    of("sse", "The path of the old HTTP+SSE transport, beside the endpoint.", Texts.ENDPOINT),
                    of("webSocket", "The path for WebSocket, beside the endpoint.", Texts.ENDPOINT),
                    of(
                            "origins",
                            "Origins of web pages that may call, beside this machine's.",
                            new Shape.Listed(Texts.ORIGIN, 0)),
                    of(
                            "trustedProxies",
                            "Addresses or networks of proxies whose X-Forwarded-For says which address calls.",
                            new Shape.Listed(Texts.NETWORK, 0)),
                    of("authorization", "OAuth: only clients with a token for this guard come in.", AUTHORIZATION))
            .exactlyOneOf("stdio", "http");

    private static final Shape SANDBOX = Shape.Fields.of(
            "what a program may reach under bubblewrap",
            of("read", "Folders and files that it may read, beside the system's own.", new Shape.Listed(Texts.PATH, 0)),
            of("write", "Folders that it may write.", new Shape.Listed(Texts.PATH, 0)),
            of("network", "Whether it may use the network; it may not unless this is true.", new Shape.Flag()));

    private static final Shape ENVIRONMENT = Shape.Fields.of(
            "the environment of a program",
            of(
                    "allow",
                    "Variables of the guard's environment that it gets, beside harmless ones such as PATH.",
                    new Shape.Listed(Texts.VARIABLE, 0)),
            of(
                    "set",
                    "Variables that it gets with these values.",
                    new Shape.Named(
                            Texts.MAYBE_EMPTY,
                            "the name of a variable",
                            Pattern.compile("^[A-Za-z_][A-Za-z0-9_]*$"),
                            0)));

    private static final Shape TOKENS = Shape.Fields.of(
            "as whom the guard gets a token",
            required("tokenUrl", "The token endpoint of the authorization server.", Texts.URL),
            required("id", "The client id.", Texts.ANY),
            required("secret", "The client secret.", SECRET),
            of("authentication", AUTHENTICATION_IS, AUTHENTICATION),
            of("resource", "The URL that the token is for; that of the server unless it is given.", Texts.URL),
            of("scopes", "What is asked for.", SCOPES));

    private static final Shape EXCHANGE = Shape.Fields.of(
            "as whom the guard exchanges a token",
            required("tokenUrl", "The token endpoint of the authorization server.", Texts.URL),
            required("id", "The client id.", Texts.ANY),
            required("secret", "The client secret.", SECRET),
            of("authentication", AUTHENTICATION_IS, AUTHENTICATION),
            required("audience", "Whom the new token is for.", Texts.ANY),
            of("scopes", "What is asked for.", SCOPES));

    private static final Shape HEADER = Shape.Fields.of(
            "a header",
            required("name", "Its name, such as X-Api-Key.", Texts.HEADER),
            required("value", "Its value.", SECRET));

    private static final Shape CREDENTIALS = Shape.Fields.of(
                    "what the guard shows to the server",
                    of("bearer", "A token.", SECRET),
                    of("header", "A header, for servers that know no OAuth.", HEADER),
                    of("clientCredentials", "A token by client credentials (RFC 6749, section 4.4).", TOKENS),
                    of("exchange", "A token in exchange for the client's (RFC 8693).", EXCHANGE))
            .exactlyOneOf("bearer", "header", "clientCredentials", "exchange");

    private static final Shape HEADERS =
            new Shape.Named(Texts.MAYBE_EMPTY, "the name of a header", Pattern.compile("^[A-Za-z0-9-]+$"), 0);

    private static final Shape UPSTREAM = Shape.Fields.of(
                    "a server behind the guard",
                    of(
                            "command",
                            "The program and its arguments, each an item; no shell looks at them.",
                            new Shape.Listed(Texts.ANY, 1)),
                    of("environment", "The environment of the program.", ENVIRONMENT),
                    of("directory", "Where the program runs; where this file is unless it is given.", Texts.PATH),
                    of("sandbox", "Runs the program under bubblewrap.", SANDBOX),
                    of(
                            "pidNamespace",
                            "Whether the program has its own process namespace where bubblewrap is installed; true unless it is"
                                    + " given.",
                            new Shape.Flag()),
                    of(
                            "stderr",
                            "How much of the program's standard error is logged in 10s; 256KB unless it is given.",
                            Texts.SIZE),
                    of("url", "The endpoint of a server on the network.", Texts.SERVER_URL),
                    of("sse", "Whether the server speaks the old HTTP+SSE transport.", new Shape.Flag()),
                    of("headers", "What goes with every request; nothing secret.", HEADERS),
                    of("credentials", "What the guard shows to a server on the network.", CREDENTIALS),
                    of("prefix", "What is put in front of the names of its tools and prompts.", Texts.PREFIX),
                    of("path", "The path at which it stands alone.", Texts.ENDPOINT),
                    of("timeout", "How long the guard waits for an answer.", Texts.DURATION),
                    of(
                            "policies",
                            "Policies for this server; each takes the place of the common one.",
                            PolicyShape.POLICIES))
            .exactlyOneOf("command", "url");

    private static final Shape LIMITS = Shape.Fields.of(
            "bounds on the guard as a whole",
            of("messageSize", "One message; 4MB unless it is given.", Texts.SIZE),
            of("depth", "How deep a message may nest; 64 unless it is given.", new Shape.Whole(4, 200)),
            of("callsInFlight", "Calls under way at once; 256 unless it is given.", new Shape.Whole(1, 100_000)),
            of("sessions", "Sessions of clients at once; 1000 unless it is given.", new Shape.Whole(1, 1_000_000)),
            of(
                    "sessionsPerCaller",
                    "Those of one caller, or of one address without authorization; 100 unless it is given.",
                    new Shape.Whole(1, 1_000_000)),
            of("callTime", "How long one call may take; 60s unless it is given.", Texts.DURATION),
            of(
                    "parkedCalls",
                    "Calls that wait for a client's answer; 100 unless it is given.",
                    new Shape.Whole(1, 100_000)),
            of("parkedTime", "How long such a call waits; 5m unless it is given.", Texts.DURATION));

    private static final Shape KEEP = new Shape.Word(List.of("nothing", "redacted", "whole"));

    private static final Shape AUDIT = Shape.Fields.of(
            "the audit file",
            required("file", "Where it is.", Texts.PATH),
            of("parameters", "How much of params is kept; redacted unless it is given.", KEEP),
            of("results", "How much of results is kept; redacted unless it is given.", KEEP),
            of(
                    "fields",
                    "Names of members whose values are redacted, beside the usual ones.",
                    new Shape.Listed(Texts.GLOB, 0)),
            of("contentSize", "How large params or results may be to be kept; 16KB unless it is given.", Texts.SIZE),
            of("rotate", "How large a file may become; 64MB unless it is given.", Texts.SIZE),
            of("keep", "How many files are kept; 50 unless it is given.", new Shape.Whole(1, 100_000)),
            of(
                    "whenFull",
                    "What becomes of calls while the file cannot be written; refuse unless it is given.",
                    new Shape.Word(List.of("refuse", "continue"))),
            of("sync", "Whether each line outlives a loss of power; false unless it is given.", new Shape.Flag()));

    private static final Shape TELEMETRY = Shape.Fields.of(
            "metrics and traces",
            of("prometheus", "Where metrics can be scraped, and health and readiness be asked.", Texts.ADDRESS),
            of("otlp", "The collector that metrics and traces are sent to, by OTLP over HTTP.", Texts.COLLECTOR),
            of("service", "What the guard is called there; tenon-guard unless it is given.", Texts.ANY),
            of(
                    "hosts",
                    "Names, beside its own, by which probes and scrapers may ask the guard.",
                    new Shape.Listed(Texts.HOST_NAME, 0)));

    static final Shape.Fields FILE = Shape.Fields.of(
            "the configuration of a guard",
            required("version", "The version of this form of file: 1.", new Shape.Whole(1, 1)),
            of("front", "How clients reach the guard.", FRONT),
            required(
                    "upstreams",
                    "The servers behind the guard, by name.",
                    new Shape.Named(UPSTREAM, "up to 64 letters, digits, _ and -", Texts.NAMES, 1)),
            of("policies", "What may pass, for all servers.", PolicyShape.POLICIES),
            of("limits", "Bounds on the guard as a whole.", LIMITS),
            of("audit", "The audit file.", AUDIT),
            of("telemetry", "Metrics and traces, health and readiness.", TELEMETRY),
            of("lock", "Where approved definitions of tools are kept; tenon.lock unless it is given.", Texts.PATH));

    private GuardShape() {}
}
