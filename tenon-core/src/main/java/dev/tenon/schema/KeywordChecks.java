package dev.tenon.schema;

import dev.tenon.json.Json;
import java.util.Arrays;
import java.util.Set;

/** Makes checks of all keywords of one schema. */
final class KeywordChecks {
    /** What says nothing about a value, in no dialect. */
    private static final Set<String> ANNOTATIONS = Set.of(
            "$schema",
            "$id",
            "$anchor",
            "$dynamicAnchor",
            "$comment",
            "$defs",
            "definitions",
            "title",
            "description",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly");

    /** What is looked at together with others, or means nothing without them. */
    private static final Set<String> PARTNERS = Set.of(
            "properties",
            "required",
            "additionalProperties",
            "prefixItems",
            "items",
            "additionalItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "then",
            "else");

    private final CheckCompiler compiler;
    private final SubSchema schema;
    private final KindChecks checks = new KindChecks();

    private KeywordChecks(CheckCompiler compiler, SubSchema schema) {
        this.compiler = compiler;
        this.schema = schema;
    }

    static KindChecks of(CheckCompiler compiler, SubSchema schema) {
        KeywordChecks all = new KeywordChecks(compiler, schema);
        if (compiler.isOverridden(schema)) {
            all.reference();
        } else {
            schema.json.members().forEach(all::keyword);
            new PartChecks(compiler, schema, all.checks).add();
        }
        return all.checks;
    }

    private void keyword(String keyword, Json value) {
        switch (keyword) {
            case "allOf" -> {
                for (Check check : compiler.children(schema, keyword)) {
                    checks.add(check);
                }
            }
            case "anyOf" -> {
                Check[] any = compiler.children(schema, keyword);
                checks.add((v, allowance) -> holding(any, 1, v, allowance) == 1);
            }
            case "oneOf" -> {
                Check[] one = compiler.children(schema, keyword);
                checks.add((v, allowance) -> holding(one, 2, v, allowance) == 1);
            }
            case "not" -> checks.add(child(keyword).negated());
            case "if" -> {
                Check condition = child(keyword);
                Check then = child("then");
                Check otherwise = child("else");
                checks.add((v, allowance) -> (condition.holds(v, allowance) ? then : otherwise).holds(v, allowance));
            }
            case "$ref" -> reference();
            default -> {
                if (!new PlainChecks(compiler, schema.json, checks).add(keyword, value)) {
                    other(keyword);
                }
            }
        }
    }

    /** How many checks hold, counted up to {@code most}. */
    private static int holding(Check[] all, int most, Json value, Allowance allowance) {
        int holding = 0;
        for (int i = 0; i < all.length && holding < most; i++) {
            holding += all[i].holds(value, allowance) ? 1 : 0;
        }
        return holding;
    }

    private Check child(String keyword) {
        return schema.json.get(keyword) == null ? Check.ALWAYS : compiler.child(schema, keyword);
    }

    private void reference() {
        if (schema.reference == null) {
            compiler.leaveToValidator();
        } else {
            checks.add(compiler.of(schema.reference));
        }
    }

    /** What no dialect knows means nothing. What only the other dialect knows is better left alone. */
    private void other(String keyword) {
        boolean isKnown =
                Arrays.stream(Dialect.values()).anyMatch(d -> d.keywords().containsKey(keyword));
        boolean isPartner = PARTNERS.contains(keyword) && compiler.knows(keyword);
        if (isKnown && !isPartner && !ANNOTATIONS.contains(keyword)) {
            compiler.leaveToValidator();
        }
    }
}
