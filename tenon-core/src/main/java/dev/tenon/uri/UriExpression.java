package dev.tenon.uri;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An expression: what stands between braces. */
record UriExpression(UriOperator operator, List<UriVariable> variables) implements UriPiece {
    UriExpression {
        variables = List.copyOf(variables);
    }

    @Override
    public void expand(Map<String, String> values, StringBuilder out) {
        String before = operator.first();
        for (UriVariable variable : variables) {
            String value = values.get(variable.name());
            if (value != null) {
                out.append(before);
                before = String.valueOf(operator.separator());
                expand(variable, value, out);
            }
        }
    }

    private void expand(UriVariable variable, String value, StringBuilder out) {
        if (operator.isNamed()) {
            UriEncoding.append(out, variable.name(), true, UriVariable.UNLIMITED);
            if (!value.isEmpty() || operator.isQuery()) {
                out.append('=');
            }
        }
        try {
            if (operator == UriOperator.PATH && variable.explode()) {
                appendSegments(value, out);
            } else {
                UriEncoding.append(out, value, operator.allowsReserved(), variable.maxLength());
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Value of " + variable.name() + ": " + e.getMessage(), e);
        }
    }

    private static void appendSegments(String value, StringBuilder out) {
        String before = "";
        for (String segment : value.split("/", -1)) {
            out.append(before);
            UriEncoding.append(out, segment, false, UriVariable.UNLIMITED);
            before = "/";
        }
    }

    @Override
    public void addParts(List<UriPart> parts) {
        if (operator.isNamed()) {
            parts.add(new UriPairs(operator, variables));
        } else if (operator == UriOperator.FRAGMENT) {
            parts.add(new UriOptional(new UriChain(values())));
        } else {
            parts.addAll(values());
        }
    }

    private List<UriPart> values() {
        List<UriPart> parts = new ArrayList<>();
        String before = operator.first();
        for (UriVariable variable : variables) {
            if (!before.isEmpty()) {
                parts.add(UriLiteral.of(before));
            }
            before = String.valueOf(operator.separator());
            parts.add(new UriValue(variable, operator));
        }
        return parts;
    }
}
