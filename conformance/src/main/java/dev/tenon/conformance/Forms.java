package dev.tenon.conformance;

import dev.tenon.json.Json;

/** Forms described by schemas of our own, where a record could not say all of it. */
final class Forms {
    /** Who somebody is. */
    static final Json USER = Json.parse("""
            {"type": "object",
             "properties": {
               "username": {"type": "string", "description": "User's response"},
               "email": {"type": "string", "description": "User's email address"}},
             "required": ["username", "email"]}""");

    /** A default for every primitive type (SEP-1034). */
    static final Json DEFAULTS = Json.parse("""
            {"type": "object",
             "properties": {
               "name": {"type": "string", "description": "User name", "default": "John Doe"},
               "age": {"type": "integer", "description": "User age", "default": 30},
               "score": {"type": "number", "description": "User score", "default": 95.5},
               "status": {"type": "string", "description": "User status",
                 "enum": ["active", "inactive", "pending"], "default": "active"},
               "verified": {"type": "boolean", "description": "Verification status", "default": true}}}""");

    /** Every way to offer a choice (SEP-1330). */
    static final Json CHOICES = Json.parse("""
            {"type": "object",
             "properties": {
               "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
               "titledSingle": {"type": "string", "oneOf": [
                 {"const": "value1", "title": "First Option"},
                 {"const": "value2", "title": "Second Option"},
                 {"const": "value3", "title": "Third Option"}]},
               "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                 "enumNames": ["Option One", "Option Two", "Option Three"]},
               "untitledMulti": {"type": "array", "items": {
                 "type": "string", "enum": ["option1", "option2", "option3"]}},
               "titledMulti": {"type": "array", "items": {"anyOf": [
                 {"const": "value1", "title": "First Choice"},
                 {"const": "value2", "title": "Second Choice"},
                 {"const": "value3", "title": "Third Choice"}]}}}}""");

    private Forms() {}

    /** An object with one property, which must be there: a form with one field, or the arguments of a tool. */
    static Json one(String name, String type) {
        return Json.parse("""
                {"type": "object", "properties": {"%s": {"type": "%s"}}, "required": ["%s"]}""".formatted(name, type, name));
    }
}
