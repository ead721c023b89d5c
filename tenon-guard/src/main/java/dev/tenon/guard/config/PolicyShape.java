package dev.tenon.guard.config;

import static dev.tenon.guard.config.Shape.Field.of;
import static dev.tenon.guard.config.Shape.Field.required;

import java.util.List;

/** The shape of the policies in a configuration file. */
final class PolicyShape {
    private static final Shape GLOBS = new Shape.Listed(Texts.GLOB, 0);
    private static final Shape.Field MODE = of(
            "mode",
            "off: not asked; warn: what it finds is reported; enforce: what it says is done. Unless it is given, enforce.",
            new Shape.Word(List.of("off", "warn", "enforce")));
    private static final Shape.Field PRINCIPALS =
            of("principals", "Names or patterns of principals it is for; everybody unless it is given.", GLOBS);
    private static final Shape.Field SCOPES =
            of("scopes", "Scopes that the principal must have, all of them.", new Shape.Listed(Texts.ANY, 0));
    private static final Shape.Field TOOL =
            of("tool", "The tool, or a pattern; every tool unless it is given.", Texts.GLOB);

    private static final Shape HINTS = Shape.Fields.of(
            "what a tool says of itself",
            of("readOnlyHint", "It changes nothing.", new Shape.Flag()),
            of("destructiveHint", "It may destroy.", new Shape.Flag()),
            of("idempotentHint", "A second call changes no more.", new Shape.Flag()),
            of("openWorldHint", "It deals with the world outside.", new Shape.Flag()));

    private static final Shape TOOL_ACCESS = access(Shape.Fields.of(
            "with name, annotations, principals and scopes",
            of("name", "The name, or a pattern; every name unless it is given.", Texts.GLOB),
            of("annotations", "What the tool must say of itself.", HINTS),
            PRINCIPALS,
            SCOPES));

    private static final Shape OTHER_ACCESS = access(Shape.Fields.of(
            "with name, principals and scopes",
            of("name", "The name or URI, or a pattern; every one unless it is given.", Texts.GLOB),
            PRINCIPALS,
            SCOPES));

    private static final Shape ARGUMENT = Shape.Fields.of(
                    "a rule about an argument",
                    TOOL,
                    required(
                            "argument",
                            "The argument: path, options.root, files[].path; * for every string.",
                            Texts.ANY),
                    PRINCIPALS,
                    SCOPES,
                    of("under", "It is a path below one of these folders.", new Shape.Listed(Texts.ROOT, 1)),
                    of("hosts", "It is a URL of one of these hosts.", new Shape.Listed(Texts.HOST, 1)),
                    of("pattern", "It is text in which this regular expression (ECMA-262) occurs.", Texts.ANY),
                    of("range", "It is a number within these bounds.", range()))
            .exactlyOneOf("under", "hosts", "pattern", "range");

    private static final Shape RATE = Shape.Fields.of(
            "a rate",
            TOOL,
            required("rate", "How often calls may come.", Texts.RATE),
            of(
                    "burst",
                    "How many may come at once; as many as the rate has unless it is given.",
                    new Shape.Whole(1, 1_000_000)),
            of(
                    "each",
                    "For what a count of its own is kept; for every principal unless it is given.",
                    new Shape.Listed(new Shape.Word(List.of("principal", "tool")), 0)));

    private static final Shape SIZE = Shape.Fields.of(
            "sizes",
            TOOL,
            of("arguments", "The arguments of one call; 1MB unless it is given.", Texts.SIZE),
            of("result", "The result of one call; 4MB unless it is given.", Texts.SIZE));

    private static final Shape OWN_SECRET = Shape.Fields.of(
            "a format of secrets",
            required("name", "Its name in reports.", Texts.PREFIX),
            required("prefix", "What it begins with, at least three characters.", Texts.ANY),
            required(
                    "characters", "The characters behind that, as in the brackets of a regular expression.", Texts.ANY),
            required("least", "How many of them at least.", new Shape.Whole(1, 4096)),
            required("most", "How many of them at most.", new Shape.Whole(1, 4096)));

    static final Shape POLICIES = Shape.Fields.of(
            "with one entry for each policy",
            of("gate", "Whether a message is exactly one of JSON-RPC.", alone()),
            of("ids", "Whether an id is in flight already, and an answer was asked for.", alone()),
            of("headers", "Whether headers say what the body says.", alone()),
            of("methods", "Whether the revision has the method.", alone()),
            of("tools", "Which tools there are.", TOOL_ACCESS),
            of("resources", "Which resources there are.", OTHER_ACCESS),
            of("prompts", "Which prompts there are.", OTHER_ACCESS),
            of(
                    "pins",
                    "Whether tools must be as they were approved.",
                    Shape.Fields.of(
                            "how strict pins are",
                            MODE,
                            of(
                                    "new",
                                    "What becomes of tools that nobody has approved: block them, trust-first (what a server"
                                            + " lists at its first use is approved) or allow them. Unless it is given, trust-first.",
                                    new Shape.Word(List.of("block", "trust-first", "allow"))))),
            of("rates", "How often tools may be called.", withRules(RATE)),
            of("sizes", "How large arguments and results may be.", withRules(SIZE)),
            of("arguments", "Rules about arguments.", withRules(ARGUMENT)),
            of("schemas", "Arguments and results against the tools' own schemas.", alone()),
            of("hidden", "Characters that nobody sees.", alone()),
            of("instructions", "Text that gives a model orders; warn unless a mode is given.", alone()),
            of(
                    "secrets",
                    "Secrets in texts.",
                    Shape.Fields.of(
                            "which secrets are redacted where",
                            MODE,
                            of("bothWays", "Whether params to the server are looked at too.", new Shape.Flag()),
                            of(
                                    "formats",
                                    "Formats beside those of common providers.",
                                    new Shape.Listed(OWN_SECRET, 0)))));

    private PolicyShape() {}

    private static Shape access(Shape.Fields entry) {
        Shape list = new Shape.Listed(new Shape.Either(Texts.GLOB, entry), 0);
        return Shape.Fields.of(
                "with allow and deny",
                MODE,
                of(
                        "allow",
                        "Only what is named here is there, nothing if the list is empty; everything unless it is given.",
                        list),
                of("deny", "What is named here is not there.", list));
    }

    private static Shape withRules(Shape rule) {
        return Shape.Fields.of("with rules", MODE, required("rules", "The rules.", new Shape.Listed(rule, 0)));
    }

    private static Shape alone() {
        return Shape.Fields.of("with a mode", MODE);
    }

    private static Shape range() {
        return Shape.Fields.of(
                "bounds",
                of("least", "The least, included.", new Shape.Decimal()),
                of("most", "The most, included.", new Shape.Decimal()));
    }
}
